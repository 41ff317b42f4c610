import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** Heavy files run one at a time: each has the run's lock from before it is loaded until its last hook has ended. */

const LOCK = 20_260_003

// A process that dies lets go of its lock, because its connection ends.
const client = new pg.Client({ connectionString: inject('postgresUrl') })
await client.connect()
await client.query('select pg_advisory_lock($1)', [LOCK])

afterAll(() => client.end())
