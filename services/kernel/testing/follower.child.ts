import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgresEventStore } from '../log/postgres/postgres-store.ts'
import { connectionConfig, createPool } from '../../platform/postgres/pool.ts'
import { startPolls } from '../wake.ts'
import { subscribe } from '../subscription.ts'

/** A process that stores each event that it handles. A test kills or freezes it. */
const url = process.env.DATABASE_URL!
let holds = process.env.HOLDS === 'true'
const now = (): Date => new Date()
process.stdin.resume().once('end', () => process.exit())

const log = await openPostgresEventStore({
  connection: connectionConfig(url, { role: 'svc_app', applicationName: 'log' }),
  now,
  newId: randomUUID,
})
const db = createPool(url, { role: 'svc_projector', applicationName: 'follower', max: 4 })
subscribe(
  { db, polls: startPolls({ db, log }), onTrouble: (_name, { message }) => console.error(message) },
  {
    name: 'test',
    types: ['Handled'],
    log,
    eventsMax: Number(process.env.EVENTS_MAX),
    subjectOf: ({ stream }) => stream,
    handle: async (events, tx) => {
      const positions = events.map(({ position }) => position)
      await tx.query('insert into handled.events select unnest($1::bigint[])', [positions])
      console.log('works')
      // Statements that follow each other: the transaction is silent only while the process is frozen.
      try {
        while (holds) {
          await tx.query('select')
          await pause(100)
        }
      } finally {
        // Once it has lost the batch it is a follower like others: it may win the next one, and must not hold that for ever.
        holds = false
      }
    },
  },
)
console.log('ready')
