#include "harness/rank/agent_link.h"

#include <pybind11/embed.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "harness/trace/phase.h"

namespace gridlock::rank {

namespace py = pybind11;

PYBIND11_EMBEDDED_MODULE(_gridlock, module) {
  py::class_<AgentLink>(module, "AgentLink")
      .def("phase", &AgentLink::phase, py::arg("name"), py::arg("step") = -1)
      .def_property_readonly("ring", &AgentLink::ring)
      .def("report", &AgentLink::report, py::arg("json"));
}

AgentLink::AgentLink(process::Fd ring, process::Fd channel)
    : ring_(trace::Ring::attach(std::move(ring))), writer_(ring_), channel_(std::move(channel)) {}

std::optional<std::string> AgentLink::next_cell() {
  const py::gil_scoped_release others_may_run;
  while (true) {
    if (const std::size_t end = incoming_.find('\n'); end != std::string::npos) {
      std::string line = incoming_.substr(0, end);
      incoming_.erase(0, end + 1);
      return line;
    }
    char buffer[4096];
    const ssize_t got = recv(channel_.get(), buffer, sizeof buffer, 0);
    if (got > 0) {
      incoming_.append(buffer, static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return std::nullopt;
    }
  }
}

void AgentLink::phase(std::string_view name, int step) {
  const auto phase = trace::parse_phase(name);
  if (!phase) throw std::invalid_argument("unknown phase: " + std::string(name));
  trace::Record record;
  record.kind = trace::Kind::kPhase;
  record.op = static_cast<std::uint16_t>(*phase);
  record.seq = static_cast<std::uint64_t>(std::max(step, 0));
  writer_.enter(record);
}

void AgentLink::report(std::string_view json) {
  std::string line(json);
  line += '\n';
  const py::gil_scoped_release others_may_run;
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t sent = send(channel_.get(), line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw std::system_error(errno, std::generic_category(), "reporting to the agent");
    done += static_cast<std::size_t>(sent);
  }
}

}  // namespace gridlock::rank
