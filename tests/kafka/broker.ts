import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import kafkajs from 'kafkajs'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/processes/product-calls.ts'
import { ROOT } from '../support/source-files.ts'

export type Broker = Awaited<ReturnType<typeof openBroker>>

const run = promisify(execFile)
const LIBS = join(ROOT, 'node_modules/.cache/kafka-4.1.2')
const MAVEN_MS_MAX = 300_000
const CLUSTER = 'AAAAAAAAQACAAAAAAAAAAA'
/** A small heap and one compiler: it starts in half the time. */
const JAVA = [
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
  '-cp',
  `${LIBS}/*`,
]

/** A real broker of one node, in a process of its own. */
export async function openBroker() {
  await resolveJars()
  const folder = await mkdtemp(join(tmpdir(), 'broker-'))
  const [port, controller] = [await freePort(), await freePort()]
  const file = join(folder, 'server.properties')
  await writeFile(file, settingsOf(join(folder, 'data'), port, controller))
  await run('java', [...JAVA, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER, '-c', file])
  const address = `127.0.0.1:${port}`
  let child: ChildProcess | undefined
  /** On the same data and port. Resolves once it serves. */
  const start = async (): Promise<void> => {
    // A parent that dies would leave Java behind.
    child = spawn('setpriv', ['--pdeathsig', 'KILL', 'java', ...JAVA, 'kafka.Kafka', file], {
      stdio: 'ignore',
    })
    await untilServes(address)
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  return {
    address,
    start,
    kill,
    dispose: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** By Maven, once a clone. @throws Error that says what to install */
async function resolveJars(): Promise<void> {
  if (existsSync(LIBS)) return
  const made = `${LIBS}.${process.pid}`
  await mkdir(made, { recursive: true })
  const copy = ['-q', '-B', '-f', join(import.meta.dirname, 'pom.xml'), 'dependency:copy-dependencies']
  await run('mvn', [...copy, '-DincludeScope=runtime', `-DoutputDirectory=${made}`], {
    timeout: MAVEN_MS_MAX,
  }).catch((cause: unknown) => {
    throw new Error(
      'no Kafka broker for the tests: KAFKA_BROKERS names none, and tests/kafka/pom.xml could not be resolved (apt-get install maven openjdk-17-jre-headless)',
      { cause },
    )
  })
  await rename(made, LIBS).catch(() => undefined) // another test was faster
}

async function untilServes(address: string): Promise<void> {
  const client = new kafkajs.Kafka({
    clientId: 'tests',
    brokers: [address],
    retry: { retries: 0 },
    logLevel: kafkajs.logLevel.NOTHING,
  })
  await eventually(async () => {
    const admin = client.admin()
    try {
      await admin.connect()
      if ((await admin.describeCluster()).brokers.length === 0) throw new Error('it serves nothing yet')
    } finally {
      await admin.disconnect().catch(() => undefined)
    }
  })
}

const settingsOf = (data: string, port: number, controller: number): string =>
  `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
log.dirs=${data}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
broker.session.timeout.ms=1500
broker.heartbeat.interval.ms=300
log.segment.bytes=16777216
log.index.size.max.bytes=65536
log.cleaner.dedupe.buffer.size=2097152
log.cleaner.threads=1
num.network.threads=1
num.io.threads=2
background.threads=2
`
