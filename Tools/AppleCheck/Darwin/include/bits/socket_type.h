// Kinds of sockets by number, where glibc has an enumeration. Source: sys/socket.h of Apple's open-source xnu.
#pragma once

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
