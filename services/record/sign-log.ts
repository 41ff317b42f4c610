import type { Ctx } from '../platform/ctx.ts'
import { HeadDamaged } from './blocks.ts'
import { isStoreError, type Position } from '@app/contracts/event-store.ts'
import { OtherLog } from '../kernel/other-log.ts'
import { subscribe } from '../kernel/subscription.ts'
import { measure } from '../platform/observability/metrics.ts'
import { ChainRefused, chainSubscription, type ChainDeps } from './chain.ts'

const REFUSED =
  'El registro de eventos no continúa lo último que se firmó aquí, y no se firma más: si restauraste un respaldo, ejecuta npm run ops -- record accept-restored; si no, alguien lo cambió: mira npm run ops -- verify history.'
const MS = 1_000

export function signLog(ctx: Ctx): void {
  const { sealed: log, projector: db, settings, record, polls, metrics, headFile, now, tuning } = ctx
  const notices = createNotices(ctx.log, ctx.say, ctx.monotonicMs)
  const onDay: ChainDeps['onDay'] = ({ size }, tx) =>
    ctx
      .requestMail({ kind: 'log-head', subject: `log-head-${size}` }, undefined, tx)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the head of a day could not be mailed'))
  const chain = chainSubscription(
    { log, key: record.key, headFile, now, ...(settings.headMailTo === undefined ? {} : { onDay }) },
    { onExtended: notices.onExtended, ...tuning?.chain },
  )
  const onTrouble = (_name: string, error: Error): void => notices.onTrouble(error)
  ctx.onStop(subscribe({ db, polls, onTrouble }, chain).stop)
  const help = '1 while nothing is signed, because the log does not continue what was signed last'
  measure(metrics.registry, 'log_chain_refused', help, () => Number(notices.isRefused()))
  const age = 'Time since every event was under a signed head; absent where nothing is signed'
  measure(metrics.registry, 'log_chain_age_seconds', age, notices.ageSeconds)
}

/** A failure that repeats is written once until a block is signed: a full disk's database comes back each second. */
export function createNotices(
  log: Pick<Ctx['log'], 'info' | 'warn' | 'error'>,
  say: Ctx['say'],
  monotonicMs: () => number,
) {
  let signedMs: number | undefined
  let signedThrough: Position | undefined
  let trouble: 'none' | 'some' | 'refused' = 'none'
  return {
    isRefused: () => trouble === 'refused',
    ageSeconds: () => (signedMs === undefined ? undefined : (monotonicMs() - signedMs) / MS),
    onTrouble: (error: unknown): void => {
      if (isStoreError(error, 'Disposed')) return
      const isDamaged = error instanceof HeadDamaged
      const isOther = isDamaged || error instanceof ChainRefused || error instanceof OtherLog
      const now = isOther ? 'refused' : 'some'
      if (now === trouble) return
      if (now === 'some') log.warn({ err: error }, 'the log could not be signed; it is tried again')
      else {
        log.error({ err: error }, 'the log was changed or restored; nothing is signed')
        say(isDamaged ? error.message : REFUSED)
      }
      trouble = now
    },
    onExtended: (through: Position): void => {
      signedMs = monotonicMs()
      if (through === signedThrough) return
      signedThrough = through
      if (trouble !== 'none') log.info('the log is signed again')
      trouble = 'none'
    },
  }
}
