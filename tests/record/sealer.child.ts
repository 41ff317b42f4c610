import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@app/event-store/ids.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { TreeMoved } from '@app/record/tree/tree-store.ts'
import { sealedLogOf } from './sealed-log.ts'

/** A process that seals a log as fast as it can. A test kills it. */
const url = process.env.DATABASE_URL!
const now = (): Date => new Date()

process.stdin.resume().once('end', () => process.exit())
const log = await openPostgresEventStore({
  connection: connectionConfig(url, { role: 'svc_app', applicationName: 'sealer' }),
  now,
  newId,
  random: Math.random,
})
const sealed = { ...sealedLogOf(log, url), now, newId }
console.log('ready')
for (let isAtHead = false; ;) {
  try {
    const step = await sealNext(sealed)
    if (step.isSealed) console.log('sealed')
    isAtHead = step.isAtHead
  } catch (error) {
    console.log(error instanceof TreeMoved ? 'moved' : `failed: ${String(error)}`)
  }
  if (isAtHead) await pause(5)
}
