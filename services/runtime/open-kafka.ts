import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Counter } from 'prom-client'
import { PRODUCT } from '@app/contracts/product.ts'
import { START, type EventStore } from '@app/contracts/event-store.ts'
import { createFedLog } from '@app/kafka/fed-log.ts'
import { measure } from '@app/observability/metrics.ts'
import { KafkaRefused, type Kafka } from '@app/kafka/kafka-port.ts'
import { macKeyOf } from '@app/kafka/record-mac.ts'
import { prepareTopic, RELAY, relaySubscription } from '@app/kafka/relay.ts'
import { readPositions } from '@app/kernel/checkpoint.ts'
import type { Polls } from '@app/kernel/polls.ts'
import { subscribe } from '@app/kernel/subscription.ts'
import type { KafkaSetting } from '@app/settings/distribution-settings.ts'
import { SettingsError } from '@app/settings/settings.ts'
import type { ProductDeps } from './product-deps.ts'

type OpenDeps = Pick<ProductDeps, 'backend' | 'log' | 'say' | 'onStop'>

/**
 * Brokers that do not answer yet are waited for while the process works.
 * @throws SettingsError where a file cannot be read, or the brokers refuse what they are asked
 */
export async function openKafka(
  { brokers, isEncrypted, caFile, login }: KafkaSetting,
  { backend, log, say, onStop }: OpenDeps,
): Promise<Kafka> {
  const access = {
    brokers,
    tls: isEncrypted
      ? caFile === undefined
        ? {}
        : { ca: await textIn('KAFKA_TLS_CA_FILE', caFile) }
      : undefined,
    login: login && {
      mechanism: login.mechanism,
      username: login.username,
      password: (await textIn('KAFKA_PASSWORD_FILE', login.passwordFile)).trimEnd(),
    },
  }
  // Late: a process without Kafka does not load its client.
  const { createKafka } = await import('@app/kafka/kafkajs-client.ts')
  const kafka = createKafka(access, `${PRODUCT.name.toLowerCase()}-${hostname()}-${process.pid}`, log)
  onStop(kafka.close)
  const { storeId } = backend.sealed
  const sentTo = (await readPositions(backend.projector)).get(RELAY) ?? START
  await prepareTopic({ kafka, log: { storeId } }, sentTo).catch((error: unknown) => {
    if (error instanceof KafkaRefused) throw new SettingsError('KAFKA_BROKERS', `${UNFIT} (${error.message})`)
    say('Kafka todavía no responde: se sigue intentando.')
  })
  return kafka
}

const UNFIT = 'esos servidores rechazan el acceso, o su tema profiles.events.v1 no sirve para este registro'

async function textIn(variable: string, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text.trim() === '') throw new SettingsError(variable, 'ese archivo está vacío, o no se puede leer.')
  return text
}

type Deps = Pick<ProductDeps, 'backend' | 'secrets' | 'metrics' | 'log' | 'say' | 'onStop'>

/** The log as projections follow it: its newest events come from Kafka. */
export function feedFromKafka({ backend, secrets, metrics, log, onStop }: Deps, kafka: Kafka): EventStore {
  const foreign = new Counter({
    name: 'kafka_foreign_records_total',
    help: 'Records of the topic that are of another log, or of nobody that is known',
    registers: [metrics.registry],
  })
  const once = createSeries()
  const fed = createFedLog({
    log: backend.sealed,
    kafka,
    macKey: macKeyOf(secrets.seal),
    monotonicMs: backend.monotonicMs,
    onRecords: once.over,
    onForeign: () => foreign.inc(),
    onTrouble: (error) =>
      once.tell(() =>
        log.warn({ err: error }, 'Kafka cannot be followed: projections read the log meanwhile'),
      ),
  })
  onStop(fed.stopFeeding)
  return fed
}

const REFUSED =
  'El relevo a Kafka no avanza: el tema no sirve para este registro, o el acceso fue rechazado. La causa está en el log.'

export interface Relay {
  status(): { readonly isRefused: boolean; readonly lagSeconds: number }
}

/** Sends the log to Kafka from this process, while no other one does. */
export function openRelay(
  { backend, secrets, metrics, log, say, onStop }: Deps,
  polls: Polls,
  kafka: Kafka,
): Relay {
  const registers = [metrics.registry]
  const once = createSeries()
  const sent = new Counter({
    name: 'relay_sent_records_total',
    help: 'Records that Kafka acknowledged',
    registers,
  })
  let [isRefused, pendingSince]: [boolean, Date | undefined] = [false, undefined]
  const subscription = relaySubscription({
    log: backend.sealed,
    kafka,
    macKey: macKeyOf(secrets.seal),
    onSent: (records) => {
      once.over()
      isRefused = false
      sent.inc(records)
    },
    onPending: (since) => (pendingSince = since),
  })
  const onTrouble = (_name: string, error: Error): void =>
    once.tell(() => {
      isRefused = error instanceof KafkaRefused
      log.warn({ err: error }, 'the log could not be sent to Kafka; it is tried again')
      if (isRefused) say(REFUSED)
    })
  const { projector: db, now } = backend
  onStop(subscribe({ db, polls, onTrouble }, subscription).stop)
  const lagSeconds = (): number =>
    pendingSince === undefined ? 0 : (now().getTime() - pendingSince.getTime()) / 1_000
  const help = 'Age of the oldest event that is not in Kafka yet; 0 when there is none'
  measure(metrics.registry, { name: 'relay_lag_seconds', help }, lagSeconds)
  return { status: () => ({ isRefused, lagSeconds: lagSeconds() }) }
}

/** A failure that repeats is told once, until it is over. */
function createSeries(): { readonly tell: (say: () => void) => void; readonly over: () => void } {
  let isTold = false
  return {
    tell: (say) => {
      if (!isTold) say()
      isTold = true
    },
    over: () => {
      isTold = false
    },
  }
}
