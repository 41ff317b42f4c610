import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { postgresUrl } from '@app/postgres/connection.ts'
import { runContainer } from './docker-run.ts'

const PASSWORD = 'of-a-container'
const PORT = 5432

/** The tests share a server in a container, as a user would run it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  console.log(`TEST_SEED=${process.env.TEST_SEED}`)
  const usedFolder = await mkdtemp(join(tmpdir(), `app-test-run-${process.pid}-used-`))
  const container = await runContainer(process.env.POSTGRES_IMAGE!, PORT, {
    env: { POSTGRES_PASSWORD: PASSWORD },
    healthy: ['pg_isready', '--host=127.0.0.1'],
  })
  project.provide('postgresUrl', postgresUrl(container.port, PASSWORD, 'postgres'))
  project.provide('usedFolder', usedFolder)
  project.provide('seed', Number(process.env.TEST_SEED))
  return async () => {
    container.stop()
    await rm(usedFolder, { recursive: true, force: true })
  }
}
