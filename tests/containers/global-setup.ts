import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericContainer, Wait } from 'testcontainers'
import type { TestProject } from 'vitest/node'
import { postgresUrl } from '@app/services/platform/postgres/connection.ts'

const PASSWORD = 'of-a-container'
const PORT = 5432
const START_MS_MAX = 60_000

/** The tests share a server in a container, as a user would run it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  console.log(`TEST_SEED=${process.env.TEST_SEED}`)
  const usedFolder = await mkdtemp(join(tmpdir(), `app-test-run-${process.pid}-used-`))
  const container = await new GenericContainer(process.env.POSTGRES_IMAGE!)
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
    .withExposedPorts(PORT)
    .withHealthCheck({
      test: ['CMD', 'pg_isready', '--host=127.0.0.1'],
      interval: 500,
      timeout: 5_000,
      retries: 100,
    })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(START_MS_MAX)
    .start()
  project.provide('postgresUrl', postgresUrl(container.getMappedPort(PORT), PASSWORD, 'postgres'))
  project.provide('usedFolder', usedFolder)
  project.provide('seed', Number(process.env.TEST_SEED))
  return async () => {
    await container.stop({ remove: true, removeVolumes: true })
    await rm(usedFolder, { recursive: true, force: true })
  }
}
