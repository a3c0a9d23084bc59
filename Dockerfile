# The App: `docker run --env-file app.env --volume rustward:/data --publish 127.0.0.1:3000:3000 rustward`.
# docs/install-app.md says what belongs into app.env, and what running code of repositories takes.

# Rust as it is tested, with the tools that a migration asks for. Not by rustup: a sandbox shows what is
# below /usr, and none of the folders that rustup keeps.
FROM rust:1.95.0-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS rust
RUN rustup component add clippy rustfmt && mv "$(rustc --print sysroot)" /toolchain

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# git fetches what is reviewed. bubblewrap is the sandbox, and the rest is for what runs there: projects are
# built with make or cmake, findings are reproduced with clang, its sanitizers and symbols (llvm).
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        bubblewrap ca-certificates clang cmake g++ gcc git libc6-dev libclang-rt-dev llvm make tini \
    && rm -rf /var/lib/apt/lists/*
COPY --from=rust /toolchain /usr/local

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY app.yml ./
COPY assets assets
COPY bin bin
COPY prompts prompts
COPY schemas schemas
COPY src src

# Nothing of ours is written to at run time but the data folder.
RUN mkdir /data && chown node:node /data
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RUSTWARD_DATA=/data XDG_CACHE_HOME=/data/cache
EXPOSE 3000
# For `app`. A worker listens for nothing unless METRICS_PORT says so: compose.yml asks it there.
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# By name, so that it also works where a job of a CI calls it, and from any folder.
RUN ln -s /app/bin/rustward /usr/local/bin/rustward
USER node
ENTRYPOINT ["tini", "--", "rustward"]
CMD ["app"]
