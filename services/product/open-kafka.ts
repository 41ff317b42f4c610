import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Counter } from 'prom-client'
import type { EventStore } from '@app/contracts/event-store.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { createFeed } from '../kafka/feed.ts'
import { KafkaRefused, type Kafka } from '../kafka/kafka.ts'
import { macKeyOf, relaySubscription } from '../kafka/relay.ts'
import { subscribe } from '../kernel/subscription.ts'
import { measure } from '../platform/observability/metrics.ts'
import { SettingsError, type KafkaSetting } from '../platform/settings/settings.ts'
import type { Ctx } from '../platform/ctx.ts'

const UNFIT = 'esos servidores rechazan el acceso, o su tema profiles.events.v1 no sirve para este registro'

/** Waits for silent brokers while the process works. @throws SettingsError for unreadable files or refused access */
export async function openKafka(
  { brokers, isEncrypted, caFile, mechanism, username, passwordFile }: KafkaSetting,
  { log, say, onStop }: Pick<Ctx, 'log' | 'say' | 'onStop'>,
): Promise<Kafka> {
  const ca = caFile === undefined ? {} : { ca: await textIn('KAFKA_TLS_CA_FILE', caFile) }
  const access = {
    brokers,
    tls: isEncrypted ? ca : undefined,
    login:
      username === undefined || passwordFile === undefined
        ? undefined
        : {
            mechanism,
            username,
            password: (await textIn('KAFKA_PASSWORD_FILE', passwordFile)).trimEnd(),
          },
  }
  // Late: a process without Kafka does not load its client.
  const { createKafka } = await import('../kafka/kafka.ts')
  const kafka = createKafka(access, `${PRODUCT.name.toLowerCase()}-${hostname()}-${process.pid}`, log)
  onStop(kafka.close)
  await kafka.prepare().catch((error: unknown) => {
    if (error instanceof KafkaRefused) throw new SettingsError('KAFKA_BROKERS', `${UNFIT} (${error.message})`)
    say('Kafka todavía no responde: se sigue intentando.')
  })
  return kafka
}

async function textIn(variable: string, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text.trim() === '') throw new SettingsError(variable, 'ese archivo está vacío, o no se puede leer.')
  return text
}

export function feedFromKafka(
  { sealed, monotonicMs, secrets, metrics, log, onStop }: Ctx,
  kafka: Kafka,
): EventStore {
  const foreign = new Counter({
    name: 'kafka_foreign_records_total',
    help: 'Records of the topic that are of another log, or of an unknown writer',
    registers: [metrics.registry],
  })
  const trouble = createTrouble()
  const feed = createFeed({
    log: sealed,
    kafka,
    macKey: macKeyOf(secrets.seal),
    monotonicMs,
    onRecords: trouble.over,
    onForeign: () => foreign.inc(),
    onTrouble: (error) => {
      if (trouble.isNew())
        log.warn({ err: error }, 'Kafka cannot be followed: projections read the log meanwhile')
    },
  })
  onStop(feed.stopFeeding)
  return feed
}

const REFUSED =
  'El relevo a Kafka no avanza: el tema no sirve para este registro, o el acceso fue rechazado. La causa está en el log.'

/** Read models that follow Kafka read the log before. */
const LAG_SECONDS_MAX = 30

export interface Relay {
  status(): { readonly ok: boolean; readonly lag_seconds: number }
}

export function openRelay(ctx: Ctx, kafka: Kafka): Relay {
  const { sealed, projector: db, now, secrets, polls, metrics, log, say, onStop } = ctx
  const registers = [metrics.registry]
  const help = 'Records that Kafka acknowledged'
  const sent = new Counter({ name: 'relay_sent_records_total', help, registers })
  const trouble = createTrouble()
  let [isRefused, pendingSince]: [boolean, Date | undefined] = [false, undefined]
  const subscription = relaySubscription({
    log: sealed,
    kafka,
    macKey: macKeyOf(secrets.seal),
    onSent: (records) => {
      trouble.over()
      isRefused = false
      sent.inc(records)
    },
    onPending: (since) => (pendingSince = since),
  })
  const onTrouble = (_name: string, error: Error): void => {
    isRefused = error instanceof KafkaRefused
    if (!trouble.isNew()) return
    log.warn({ err: error }, 'the log could not be sent to Kafka; it is tried again')
    if (isRefused) say(REFUSED)
  }
  onStop(subscribe({ db, polls, onTrouble }, subscription).stop)
  const lagSeconds = (): number =>
    pendingSince === undefined ? 0 : (now().getTime() - pendingSince.getTime()) / 1_000
  const lagHelp = 'Age of the oldest event that is not in Kafka yet; 0 when there is none'
  measure(metrics.registry, 'relay_lag_seconds', lagHelp, lagSeconds)
  return {
    status: () => {
      const lag = lagSeconds()
      return { ok: !isRefused && lag <= LAG_SECONDS_MAX, lag_seconds: Math.round(lag) }
    },
  }
}

/** A failure that repeats is new once, until it is over. */
function createTrouble(): { readonly isNew: () => boolean; readonly over: () => void } {
  let isOn = false
  return {
    isNew: () => !isOn && (isOn = true),
    over: () => {
      isOn = false
    },
  }
}
