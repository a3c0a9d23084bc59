# The App: `docker run --env-file app.env --volume rustward:/data --publish 3000:3000 rustward`.
# docs/install-app.md says what belongs into app.env.
FROM node:24-bookworm-slim

# git fetches what is reviewed; bubblewrap, a compiler and make are for what runs in the sandbox.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        bubblewrap ca-certificates clang gcc git libc6-dev make tini \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY assets assets
COPY bin bin
COPY prompts prompts
COPY schemas schemas
COPY src src

# Nothing of ours is written to at run time but the data folder.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RUSTWARD_DATA=/data XDG_CACHE_HOME=/data/cache
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "bin/rustward"]
CMD ["app"]
