#include "harness/exec/probe_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "harness/process/fd.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;

// Throws unless only this user can write to the file or folder.
void check_owner(const fs::path& path) {
  struct stat info {};
  const bool known = lstat(path.c_str(), &info) == 0;
  if (known && info.st_uid == geteuid() && (info.st_mode & kWritableByOthers) == 0) return;
  throw std::runtime_error(path.string() +
                           " belongs to another user, or others may write to it; remove it, or set "
                           "XDG_CACHE_HOME to a folder of your own");
}

// Holds a lock on a file until it is destroyed. Where files cannot be locked, several processes may
// build at the same time, which costs only time.
class Lock {
 public:
  explicit Lock(const fs::path& file)
      : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    if (file_) flock(file_.get(), LOCK_EX);
  }

 private:
  process::Fd file_;
};

}  // namespace

std::string machine_key() {
  utsname machine{};
  uname(&machine);
  char library[64] = "";  // "glibc 2.36"
  confstr(_CS_GNU_LIBC_VERSION, library, sizeof library);
  std::string key = std::string(machine.machine) + "-" + library;
  std::ranges::replace(key, ' ', '-');
  return key;
}

fs::path cached_probe(const fs::path& folder, fs::file_time_type newest_source,
                      const std::function<fs::path(const fs::path& aside)>& build) {
  fs::create_directories(folder.parent_path());
  mkdir(folder.c_str(), 0700);
  check_owner(folder);
  const fs::path probe = folder / "gridlock_probe.so";
  const Lock lock(folder / "lock");
  if (!fs::exists(probe) || fs::last_write_time(probe) < newest_source) {
    const process::TemporaryFolder aside("building", folder);
    const fs::path built = build(aside.path());
    fs::last_write_time(built, fs::file_time_type::clock::now());
    constexpr fs::perms kOthers = fs::perms::group_write | fs::perms::others_write;
    fs::permissions(built, kOthers, fs::perm_options::remove);  // the umask may grant them
    fs::rename(built, probe);
  }
  check_owner(probe);
  return probe;
}

}  // namespace gridlock::exec
