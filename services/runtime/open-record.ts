import { createSharedAnswer } from '@app/concurrency/shared-answer.ts'
import { isStoreError } from '@app/contracts/event-store.ts'
import { measureSeals } from '@app/observability/seal-metrics.ts'
import { sealToHead } from '@app/record/sealing/seal-to-head.ts'
import { SEAL_REFUSED, sealStatusOf, type SealedRecord } from '@app/record/sealed-record.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { startSealer, type SealerLoop } from '@app/record/sealing/start-sealer.ts'
import { createTreeStore } from '@app/record/tree/tree-store.ts'
import type { SealStep } from '@app/record/sealing/sealer.ts'
import { createLogKeys } from '@app/record/trusted-seals.ts'
import type { ProductDeps } from './product-deps.ts'

type Deps = Pick<
  ProductDeps,
  'backend' | 'secrets' | 'sealHead' | 'settings' | 'metrics' | 'log' | 'say' | 'onStop' | 'tuning'
>

/** Seals the log while the product runs, and lets others read how far it is. */
export function openRecord(deps: Deps): SealedRecord {
  const { backend, secrets, settings, metrics } = deps
  const { sealed, reader, now } = backend
  const signer = noteSigner(settings.seal.name, secrets.seal)
  const record: SealedRecord = {
    log: sealed,
    db: reader,
    tree: createTreeStore(reader, sealed.storeId),
    signer,
    keyOf: createLogKeys(sealed, signer.vkey, deps.sealHead),
  }
  const isSealed = settings.seal.isOn && settings.serves.includes('api')
  const sealing = isSealed ? startSealing(deps, record) : undefined
  const readFigures = async () => {
    const { seal, unsealedSeconds } = await sealStatusOf(record, now())
    return { unsealedSeconds, sealedEvents: seal?.size ?? 0 }
  }
  measureSeals(metrics.registry, readFigures, sealing?.isRefused ?? (() => false))
  return { ...record, ...sealing }
}

/** Of one call: whoever waits for it gets what is sealed by then. */
const SEAL_NOW_MS_MAX = 2_000

function startSealing(
  deps: Deps,
  record: SealedRecord,
): Required<Pick<SealedRecord, 'sealNow' | 'isRefused'>> {
  const { backend, sealHead: head, tuning, onStop } = deps
  const { sealed: log, projector, now, newId, monotonicMs } = backend
  const tree = createTreeStore(projector, log.storeId)
  const { signer, keyOf } = record
  const sealer = { log, tree, signer, head, keyOf, now, newId, monotonicMs }
  const onStep = backlogLines(deps)
  const { isRefused, ...notices } = onceASeries(deps)
  onStop(startSealer({ ...sealer, ...notices, onStep, ...tuning?.sealing }).stop)
  const sealNow = createSharedAnswer(async () => {
    const endMs = performance.now() + SEAL_NOW_MS_MAX
    // The running sealer says what is wrong.
    await sealToHead(sealer, { onStep, isEnough: () => performance.now() > endMs }).catch(() => undefined)
  })
  return { sealNow, isRefused }
}

/** A failure that repeats is written once, until a step succeeds again. */
function onceASeries({ log, say }: Pick<Deps, 'log' | 'say'>): Required<
  Pick<SealerLoop, 'onTrouble' | 'onTreeCleared' | 'onRefused' | 'onRecovered'>
> & {
  readonly isRefused: () => boolean
} {
  let [isTold, isRefused] = [false, false]
  return {
    isRefused: () => isRefused,
    onTrouble: (error) => {
      if (isTold) return
      if (isStoreError(error, 'StreamClosed'))
        log.error(
          { err: error },
          'log-seals was closed: nothing is sealed until the owner of the log opens it',
        )
      else log.warn({ err: error }, 'the log could not be sealed; it is tried again')
      isTold = true
    },
    onTreeCleared: (error) =>
      log.warn({ err: error }, 'the tables of the sealed tree are wrong and are made again from the log'),
    onRefused: () => {
      if (isRefused) return
      isRefused = true
      log.error(
        'the log does not continue what was signed last: it was changed, or restored; nothing is sealed',
      )
      say(SEAL_REFUSED)
    },
    onRecovered: () => {
      if (isTold) log.info('the log is sealed again')
      isTold = false
      isRefused = false
    },
  }
}

const PAGES_A_LINE = 25

/** What an older log says while it is sealed from its beginning. */
function backlogLines({ say }: Pick<Deps, 'say'>): (step: SealStep) => void {
  let pages = 0
  return ({ head, isAtHead }) => {
    if (isAtHead && pages >= PAGES_A_LINE)
      say(`Registro sellado: ${head.size.toLocaleString('es-CL')} eventos.`)
    pages = isAtHead ? 0 : pages + 1
    if (pages > 0 && pages % PAGES_A_LINE === 0)
      say(`Sellando el registro de eventos: van ${head.size.toLocaleString('es-CL')}…`)
  }
}
