# Lumbercamp in a container. docs/hosting.md says how it is run, kept and upgraded.

# The Python that the tests run on; the pins hold for later ones too.
FROM python:3.11-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
RUN python -m venv /venv
# By themselves first: they change seldom, so they are seldom fetched again.
COPY requirements.txt ./
RUN /venv/bin/pip install --require-hashes --only-binary=:all: -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY renderer renderer
COPY storage storage
COPY bot bot
COPY sandbox sandbox
COPY seeds seeds
RUN /venv/bin/pip install --no-deps --no-build-isolation .

FROM python:3.11-slim
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
