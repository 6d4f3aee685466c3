# The server in a container, for a first try with Docker, on a Mac too. In a clone of the repository:
#
#   docker build --tag latchkey-server .
#   docker run --rm --name latchkey -p 127.0.0.1:8080:8080 -e LATCHKEY_PUBLIC_URL=http://localhost:8080 latchkey-server
#
# To keep the data, add -v latchkey:/var/lib/latchkey.
#
# scripts/image builds the same image without Docker: its files by packaging/image-root, its settings from the last
# stage of this file. `scripts/machine image` runs that image. The authors have no Docker, and have not built this file.
FROM swift:6.3-bookworm AS build
WORKDIR /latchkey
COPY . .
RUN apt-get update
RUN scripts/install-packages package
RUN scripts/deb
RUN packaging/image-root .build/deb/latchkey-server_*.deb / /image

FROM scratch
COPY --from=build /image/ /
USER 65532:65532
EXPOSE 8080/tcp
VOLUME /var/lib/latchkey
STOPSIGNAL SIGTERM
ENV LATCHKEY_HOST=0.0.0.0
ENV LATCHKEY_DATA_DIR=/var/lib/latchkey
ENV SWIFT_BACKTRACE=enable=no
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
LABEL org.opencontainers.image.licenses=Apache-2.0
ENTRYPOINT ["/usr/bin/latchkey-server"]
CMD ["serve"]
