import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LOGIN_ROLES } from '@app/postgres/database-logins.ts'
import { SETTINGS } from '@app/settings/declared-settings.ts'
import { readSettings } from '@app/settings/settings.ts'
import { ROOT } from '../support/source-files.ts'
import { testTable } from '../support/every.ts'

/** Checks of docker-compose.yml and Dockerfile that need no Docker engine. */

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> }
  readonly pull_policy?: string
  readonly profiles?: readonly string[]
  readonly networks?: readonly string[]
  readonly network_mode?: string
  readonly command?: readonly string[]
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> }
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly restart?: string
  readonly healthcheck?: unknown
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
}

interface Linted {
  readonly messages: readonly { readonly line: number; readonly message: string }[]
}

const COMPOSE_FILE = join(ROOT, 'docker-compose.yml')
const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const compose = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as Compose
const SERVICES = Object.entries(compose.services)
/** Of the profile `many`, beside its proxy and Kafka. */
const MANY: readonly string[] = ['api-1', 'api-2', 'projections', 'reminders', 'relay']
const PRODUCTS: readonly string[] = ['product', ...MANY, 'product-cluster']
/** Services that end once the database is migrated. */
const MIGRATIONS: readonly string[] = ['migrate', 'migrate-many', 'migrate-cluster']
const migrationOf = (product: string): string =>
  MANY.includes(product) ? 'migrate-many' : product.replace('product', 'migrate')
const OURS: readonly string[] = [...PRODUCTS, ...MIGRATIONS]
const STORES = ['eventstore', 'esdb-1', 'esdb-2', 'esdb-3'] as const

const VARIABLE = /\$\{([A-Z_]+):-([^}]*)\}/g
/** Replaces variables by their defaults, as Compose does. */
const withDefaults = (text: string): string => text.replace(VARIABLE, '$2')
const environmentOf = (service: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [
      name,
      withDefaults(value),
    ]),
  )

/** Excludes the linter's rules on order and style, and the one against naming a built image. */
const RULES = Object.fromEntries(
  [
    'no-build-and-image',
    'no-quotes-in-volumes',
    'service-dependencies-alphabetical-order',
    'service-keys-order',
    'services-alphabetical-order',
    'top-level-properties-order',
  ].map((rule) => [rule, 0 as const]),
)
const lintedCompose = (path: string): readonly string[] => {
  const linter = new DCLinter({ rules: RULES, quiet: false, debug: false, exclude: [] })
  const files = linter.lintFiles([path], false) as readonly Linted[]
  return files.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))
}
const lintedDockerfile = (text: string): readonly string[] =>
  validate(text).map(({ range, message }) => `${range.start.line + 1}: ${JSON.stringify(message)}`)

test('the linters find no fault in docker-compose.yml by the schema of Compose, nor in the Dockerfile', () => {
  expect(lintedCompose(COMPOSE_FILE)).toEqual([])
  expect(lintedDockerfile(DOCKERFILE)).toEqual([])
})

describe('docker-compose.yml', () => {
  testTable(PRODUCTS)('gives each product only declared settings with valid values', (service) => {
    const environment = environmentOf(service)
    expect(Object.keys(environment).length).toBeGreaterThan(10)
    expect(Object.keys(environment).filter((name) => !(name in SETTINGS))).toEqual([])
    const settings = readSettings({ NODE_ENV: 'production', ...environment })
    expect(settings.eventStore.kind).toBe('eventstoredb')
  })

  testTable(MIGRATIONS)('gives each migration only the addresses of the database', (service) => {
    expect(Object.keys(environmentOf(service))).toEqual(['DATABASE_URL', 'DATABASE_OWNER_URL'])
  })

  testTable(PRODUCTS)(
    'keeps the superuser of the database out of each product, which starts after the migration by another service',
    (service) => {
      const superuser = environmentOf('postgres').POSTGRES_PASSWORD!
      const others = Object.entries(compose.services[service]!.environment!)
      expect(others.filter(([, value]) => /POSTGRES_PASSWORD|postgres:\/\/postgres\b/.test(value))).toEqual(
        [],
      )
      const migrate = migrationOf(service)
      expect(compose.services[service]!.depends_on![migrate]).toEqual({
        condition: 'service_completed_successfully',
      })
      const owner = new URL(environmentOf(migrate).DATABASE_OWNER_URL!)
      expect([owner.username, owner.password]).toEqual(['postgres', superuser])
      expect(environmentOf(migrate).DATABASE_URL).toBe(environmentOf(service).DATABASE_URL)
      expect(compose.services[migrate]!.command).toEqual([
        'node',
        '--enable-source-maps',
        'dist/ops.js',
        'migrate',
      ])
    },
  )

  test('takes the base image from .env, with the default of the Dockerfile', () => {
    const [, byDefault] = /^ARG NODE_IMAGE=(\S+)$/m.exec(DOCKERFILE)!
    for (const service of PRODUCTS.filter((name) => compose.services[name]!.build !== undefined)) {
      expect(compose.services[service]!.build?.args).toEqual({ NODE_IMAGE: `\${NODE_IMAGE:-${byDefault}}` })
    }
  })

  test('disables the log servers’ telemetry', () => {
    expect(STORES.map((name) => environmentOf(name).EVENTSTORE_TELEMETRY_OPTOUT)).toEqual(
      STORES.map(() => 'true'),
    )
  })

  test('limits the log of every service', () => {
    const unbounded = SERVICES.filter(
      ([, { logging }]) =>
        !/^\d+m$/.test(logging?.options['max-size'] ?? '') ||
        !/^\d$/.test(logging?.options['max-file'] ?? ''),
    )
    expect(unbounded.map(([name]) => name)).toEqual([])
  })

  test('publishes no port of a log server', () => {
    expect(STORES.filter((name) => compose.services[name]!.ports !== undefined)).toEqual([])
  })

  test('gives the cluster no resource that `down` without its profile removes', () => {
    const ofCluster = SERVICES.filter(([, { profiles = [] }]) => profiles.includes('cluster'))
    const others = SERVICES.filter(([, { profiles = [] }]) => !profiles.includes('cluster'))
    expect(ofCluster.length + others.length).toBe(SERVICES.length)
    const names = new Set(others.map(([name]) => name))
    const needed = ofCluster.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on))
    expect(needed.filter((name) => names.has(name))).toEqual([])
    const hosts = ofCluster.flatMap(([, { environment = {} }]) =>
      Object.values(environment).flatMap(
        (value) => /(?:@|smtp:\/\/)([a-z-]+)/.exec(withDefaults(value))?.slice(1) ?? [],
      ),
    )
    expect(hosts).toContain('postgres-cluster')
    expect(hosts.filter((host) => names.has(host))).toEqual([])
    const networks = ofCluster.map(([, { networks = [], network_mode }]) => network_mode ?? networks.join())
    expect(new Set(networks)).toEqual(new Set(['cluster', 'none']))
    expect(others.filter(([, { networks }]) => networks !== undefined)).toEqual([])
    const volumesOf = (services: typeof SERVICES): readonly string[] =>
      services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
    const shared = new Set(volumesOf(others))
    expect(volumesOf(ofCluster).filter((volume) => shared.has(volume))).toEqual([])
  })

  test('gives other images only their own settings', () => {
    const others = SERVICES.filter(([name]) => !OURS.includes(name))
    const given = others.flatMap(([, { environment = {} }]) => Object.keys(environment))
    expect(
      given.filter(
        (name) => !/^(?:(?:EVENTSTORE|KAFKA|POSTGRES|MP)_[A-Z_]+|DOTNET_GCConserveMemory)$/.test(name),
      ),
    ).toEqual([])
  })

  test('publishes no port beyond this machine', () => {
    const ports = SERVICES.flatMap(([, service]) => service.ports ?? []).map(withDefaults)
    expect(ports.length).toBeGreaterThan(3)
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([])
  })

  test('names images by exact tags, which a variable overrides', () => {
    const images = SERVICES.map(([, { image = '' }]) => image).filter((image) => !image.endsWith(':local'))
    expect(images.filter((image) => !/^\$\{[A-Z]+_IMAGE:-\S+:v?\d+\.\d+[\w.-]*\}$/.test(image))).toEqual([])
    expect(DOCKERFILE).toMatch(/^ARG NODE_IMAGE=node:20\.19\.\d+-/m)
  })

  test('refers only to existing services, volumes and variables, and uses every volume', () => {
    const services = new Set(Object.keys(compose.services))
    const needed = SERVICES.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on))
    expect(needed.filter((name) => !services.has(name))).toEqual([])
    const mounted = SERVICES.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]))
    expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)))
    // A single dollar sign is Compose's, a double one the shell's.
    const rest = JSON.stringify(compose).replace(VARIABLE, '').replaceAll('$$', '')
    expect(rest).not.toContain('$')
  })

  testTable(PRODUCTS)(
    'gives each product a separate login for each role, which a new database has',
    (service) => {
      const environment = environmentOf(service)
      const urls = {
        app: 'DATABASE_URL',
        projector: 'DATABASE_PROJECTOR_URL',
        reader: 'DATABASE_READER_URL',
      } as const
      const logins = withDefaults(compose.configs.logins!.content)
      for (const [name, role] of Object.entries(LOGIN_ROLES)) {
        const { username, password } = new URL(environment[urls[name as keyof typeof LOGIN_ROLES]]!)
        expect(username).toBe(role)
        expect(logins).toContain(`create role ${role} login noinherit password '${password}';`)
      }
    },
  )

  test('restarts the log servers, and has health checks for them', () => {
    const watched = STORES.map((name) => compose.services[name]!)
    expect(watched.map(({ restart }) => restart)).toEqual(STORES.map(() => 'unless-stopped'))
    expect(watched.filter(({ healthcheck }) => healthcheck === undefined)).toEqual([])
  })
})

/** Replaces the tool. Its files name their purpose. */
const GENCERT = `#!/bin/bash
set -e
while [ $# -gt 0 ]; do case "$1" in -out) out=$2 ;; -dns-names) names=$2 ;; create-*) kind=\${1#create-} ;; esac; shift; done
[ ! -e "$out/$kind.crt" ] || { echo "there already: $out" >&2; exit 1; }
mkdir -p "$out"
echo "\${names:-authority} $RANDOM$RANDOM$RANDOM" | tee "$out/$kind.crt" > "$out/$kind.key"
`
const DAY_MS = 86_400_000

describe('the certificates of the nodes', () => {
  /** Runs the service's own script up to the end of its first day. */
  function firstDay(): {
    readonly folder: string
    readonly run: () => void
    readonly age: (days: number) => void
  } {
    const base = mkdtempSync(join(tmpdir(), 'certificates-'))
    onTestFinished(() => rmSync(base, { recursive: true }))
    const folder = join(base, 'certificates')
    const bin = join(base, 'bin')
    for (const each of [bin, folder, join(folder, 'authority')]) mkdirSync(each)
    const programs = {
      'es-gencert-cli': GENCERT,
      chown: '#!/bin/sh\n',
      sleep: '#!/bin/sh\nkill $PPID\n',
    }
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), text)
      chmodSync(join(bin, name), 0o755)
    }
    const script = compose.services.certificates!.command![0]!.replaceAll('$$', '$')
    const run = (): void => {
      // All of it: the script has the date of this process, which may be another than the machine's.
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
      const ended = (): void =>
        void execFileSync('bash', ['--norc', '-ec', script.replace('/certificates', folder)], { env })
      expect(ended).toThrow(expect.objectContaining({ signal: 'SIGTERM' }))
    }
    const age = (days: number): void => {
      const then = new Date(Date.now() - days * DAY_MS)
      for (const file of ['ca/ca.crt', ...[1, 2, 3].map((node) => `${node}/node/node.crt`)])
        utimesSync(join(folder, file), then, then)
    }
    return { folder, run, age }
  }
  const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
  const NODES = [1, 2, 3] as const

  test('are made for the nodes’ names by a common authority, with keys that only their node reads', () => {
    const { folder, run } = firstDay()
    run()
    for (const node of NODES) {
      expect(read(folder, `${node}/node/node.crt`)).toContain(`esdb-${node},localhost`)
      expect(read(folder, `${node}/ca/ca.crt`)).toBe(read(folder, 'authority/ca.crt'))
      expect(statSync(join(folder, `${node}/node/node.key`)).mode & 0o777).toBe(0o400)
      expect(existsSync(join(folder, `${node}/ca/ca.key`))).toBe(false)
    }
  })

  test('are valid for a year, and are renewed by the same authority after three quarters', () => {
    const { folder, run, age } = firstDay()
    run()
    const pairs = (): readonly string[] =>
      NODES.flatMap((node) => ['crt', 'key'].map((kind) => read(folder, `${node}/node/node.${kind}`)))
    const first = pairs()
    const authority = read(folder, 'ca/ca.crt')
    age(274)
    run()
    expect(pairs()).toEqual(first)
    age(276)
    run()
    expect(pairs().filter((text) => first.includes(text))).toEqual([])
    expect(NODES.map((node) => existsSync(join(folder, `${node}/new`)))).toEqual([false, false, false])
    expect(read(folder, 'authority/ca.crt')).toBe(authority)
  })

  test('are checked and reloaded by each node every day', () => {
    const { certificates, 'reload-cluster': reload } = compose.services
    expect(certificates!.command![0]).toMatch(/^ {2}sleep 86400$/m)
    expect([certificates!.restart, reload!.restart]).toEqual(['unless-stopped', 'unless-stopped'])
    expect(reload!.command![0]).toMatch(/^while sleep 86400; do$/m)
    expect(reload!.command![0]).toMatch(/for node in esdb-1 esdb-2 esdb-3; do[^]*\/admin\/reloadconfig/)
    const waiting = ['esdb-1', 'esdb-2', 'esdb-3'].map((node) => compose.services[node]!.depends_on)
    expect(waiting).toEqual(waiting.map(() => ({ certificates: { condition: 'service_healthy' } })))
    expect(compose.services['product-cluster']!.depends_on).toHaveProperty('reload-cluster')
  })
})

test.each(['.gitignore', '.dockerignore'])('%s excludes the file with settings and passwords', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split('\n')).toContain('.env')
})

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly link?: boolean
  readonly resolved?: string
}

/** Names of all packages that a production install of these workspaces has. */
function installedFor(workspaces: readonly string[]): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Package>>
  }
  const names = new Set<string>()
  const seen = new Set<string>()
  /** Resolves a package as Node does: in the folder itself, then in its parents. */
  const resolve = (folder: string, name: string): string => {
    const here = `${folder}/node_modules/${name}`.replace(/^\//, '')
    if (folder === '' || packages[here] !== undefined) return here
    const above = folder.lastIndexOf('/node_modules/')
    return resolve(above === -1 ? '' : folder.slice(0, above), name)
  }
  const visit = (place: string): void => {
    const { link, resolved, dependencies = {} } = packages[place]!
    if (link === true) return visit(resolved!)
    if (seen.has(place)) return
    seen.add(place)
    for (const name of Object.keys(dependencies)) {
      names.add(name)
      visit(resolve(place, name))
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return names
}

describe('Dockerfile', () => {
  const STAGES = Object.fromEntries(
    DOCKERFILE.split(/^(?=FROM )/m)
      .slice(1)
      .map((text) => [/ AS (\w+)$/m.exec(text.split('\n')[0]!)?.[1] ?? 'final', text]),
  )

  test('needs no frontend from a registry', () => {
    expect(DOCKERFILE).not.toMatch(/^#\s*syntax\s*=/im)
  })

  test('excludes packages that only the client is built of', () => {
    const workspaces = [...STAGES.served!.matchAll(/--workspace=(\S+)/g)].map((match) => match[1]!)
    expect(workspaces).toEqual(['services/standalone', 'services/ops'])
    expect(STAGES.served).toMatch(/npm ls --all --omit=dev /)
    expect(STAGES.final).toMatch(/^COPY --from=served \/served\/app\/node_modules /m)
    const installed = installedFor(workspaces)
    expect(installed).toContain('express')
    expect(installed).toContain('@app/report')
    const ofClient = [
      'react',
      'react-dom',
      '@reduxjs/toolkit',
      'lucide-react',
      'radix-ui',
      'pdfkit',
      '@app/web',
    ]
    expect(ofClient.filter((name) => installed.has(name))).toEqual([])
    expect(installedFor(['web'])).toContain('react')
  })
})

test('the image runs as an ordinary user, contains only the product, and reports its health', () => {
  const [, final = ''] = DOCKERFILE.split(/^FROM (?=\S+$)/m)
  expect(final).toMatch(/^USER node$/m)
  expect(final).toMatch(/^HEALTHCHECK .*\\\n +CMD .*\/readyz/m)
  const copied = [...final.matchAll(/^COPY --from=\w+ (?:\/served)?\/app\/(\S+)/gm)].map((match) => match[1])
  expect(copied).toEqual(['package.json', 'node_modules', 'dist'])
})
