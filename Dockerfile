# Lumbercamp in a container. docs/hosting.md says how it is run, kept and upgraded.

# The Python that the tests run on; the pins hold for later ones too. Named by digest, so that every
# build of a version starts from the same image; docs/hosting.md says how to take a newer one.
ARG PYTHON=python:3.11.16-slim@sha256:8203f8b7cc03e7a0b2da2a7bfebdb7e39d985983791e2aba5b01cc535bf36f53

FROM ${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
RUN python -m venv /venv
# By themselves first: they change seldom, so they are seldom fetched again.
COPY requirements.txt requirements-postgres.txt ./
RUN /venv/bin/pip install --require-hashes --only-binary=:all: \
    -r requirements.txt -r requirements-postgres.txt
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY players players
COPY renderer renderer
COPY storage storage
COPY bot bot
COPY sandbox sandbox
COPY seeds seeds
COPY languages languages
RUN /venv/bin/pip install --no-deps --no-build-isolation .

FROM ${PYTHON}
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    LUMBERCAMP_DATABASE=/data/lumbercamp.db \
    LUMBERCAMP_HEALTH_PORT=8124
COPY --from=build /venv /venv
# A volume takes over the owner that its folder has here.
RUN install -d -o 10001 -g 10001 /data
WORKDIR /data
VOLUME /data
USER 10001:10001
# Exec form, so that the bot itself is process 1 and gets the signal.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['LUMBERCAMP_HEALTH_PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["lumbercamp"]
CMD ["run"]
