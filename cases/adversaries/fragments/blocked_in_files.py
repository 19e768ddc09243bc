"""States that block in the kernel: on children, pipes, sockets and files. Another process ends each
state after `seconds`. After FOREVER seconds, all programs have long been killed."""

import ctypes
import fcntl
import os
import select
import socket
import subprocess


def waitpid(seconds):
    outside(SLEEP, seconds).wait()


def pipe_read(seconds):
    """Blocks until the child that holds the other end of the pipe has ended."""
    child = outside(SLEEP, seconds, stdout=subprocess.PIPE)
    child.stdout.read()
    child.wait()


def socket_recv(seconds):
    here, there = socket.socketpair()
    child = outside(SLEEP, seconds, stdout=there)
    there.close()
    here.recv(1)
    child.wait()


def accept(seconds):
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = "import socket; socket.create_connection(('127.0.0.1', int(sys.argv[2])))"
        child = outside(SLEEP + connect, seconds, server.getsockname()[1])
        server.accept()
        child.wait()


def epoll(seconds, each=-1):
    child = outside(SLEEP, seconds, stdout=subprocess.PIPE)
    with select.epoll() as poll:
        poll.register(child.stdout, select.EPOLLIN)
        while not poll.poll(each):
            pass
    child.wait()


def epoll_timeout(seconds):
    epoll(seconds, each=0.2)


def flock(seconds):
    """Blocks while another process holds the lock."""
    path = file_in_memory()
    hold = "import fcntl, sys; file = open(sys.argv[2]); fcntl.flock(file, fcntl.LOCK_EX)\n"
    tell = "print('locked', flush=True)\n"
    child = outside(hold + tell + SLEEP, seconds, path, stdout=subprocess.PIPE)
    child.stdout.readline()
    with open(path) as same:
        fcntl.flock(same, fcntl.LOCK_EX)
    child.wait()


def timerfd(seconds):
    """Blocks on a timer. In the twin that hangs, the timer is never set."""
    clock = LIBC.timerfd_create(1, 0)
    if seconds < FOREVER:
        whole, rest = int(seconds), int(seconds % 1 * 1e9)
        LIBC.timerfd_settime(clock, 0, (ctypes.c_long * 4)(0, 0, whole, rest), None)
    os.read(clock, 8)
    os.close(clock)


def eventfd(seconds):
    count = os.eventfd(0)
    later(seconds, lambda: os.eventfd_write(count, 1))
    os.eventfd_read(count)


def inotify(seconds):
    path, watch = file_in_memory(), LIBC.inotify_init()
    LIBC.inotify_add_watch(watch, path.encode(), 0x2)  # IN_MODIFY
    child = outside(SLEEP + "open(sys.argv[2], 'w').write('done')", seconds, path)
    os.read(watch, 4096)
    os.close(watch)
    child.wait()
