import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { LOGIN_ROLES } from '@app/services/platform/postgres/connection.ts'
import { SETTINGS } from '@app/services/platform/settings/declared-settings.ts'
import { readSettings } from '@app/services/platform/settings/settings.ts'
import { ROOT } from '../support/source-files.ts'
import { testTable } from '../support/every.ts'

/** Checks of docker-compose.yml and Dockerfile that need no Docker engine. */

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> }
  readonly profiles?: readonly string[]
  readonly networks?: readonly string[]
  readonly network_mode?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
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
/** Services of the profile `many`, without its proxy and Kafka. */
const MANY: readonly string[] = ['api-1', 'api-2', 'projections', 'reminders', 'relay']
const PRODUCTS: readonly string[] = ['product', ...MANY, 'product-cluster']
/** Services that end once the database is migrated. */
const MIGRATIONS: readonly string[] = ['migrate', 'migrate-many', 'migrate-cluster']
const migrationOf = (product: string): string =>
  MANY.includes(product) ? 'migrate-many' : product.replace('product', 'migrate')

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
    expect(Object.keys(environment).filter((name) => !(name in SETTINGS.shape))).toEqual([])
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

  test('publishes no port beyond this machine, and none of a log server', () => {
    const logServers = SERVICES.filter(([name]) => /^(?:eventstore|esdb-)/.test(name))
    expect(logServers.map(([, { ports }]) => ports)).toEqual([undefined, undefined, undefined, undefined])
    const ports = SERVICES.flatMap(([, service]) => service.ports ?? []).map(withDefaults)
    expect(ports.length).toBeGreaterThan(3)
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([])
  })

  test('names images by exact tags, which a variable overrides', () => {
    const images = SERVICES.map(([, { image = '' }]) => image).filter((image) => !image.endsWith(':local'))
    expect(images.filter((image) => !/^\$\{[A-Z]+_IMAGE:-\S+:v?\d+\.\d+[\w.-]*\}$/.test(image))).toEqual([])
    expect(DOCKERFILE).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-/m)
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
})

test('the image runs as an ordinary user, contains only the product, and reports its health', () => {
  const [, final = ''] = DOCKERFILE.split(/^FROM (?=\S+$)/m)
  const served = [...DOCKERFILE.matchAll(/--workspace=(\S+)/g)].map((match) => match[1])
  expect(new Set(served)).toEqual(new Set(['services']))
  expect(final).toMatch(/^USER node$/m)
  expect(final).toMatch(/^HEALTHCHECK .*\\\n +CMD .*\/readyz/m)
  const copied = [...final.matchAll(/^COPY --from=\w+ (?:\/served)?\/app\/(\S+)/gm)].map((match) => match[1])
  expect(copied).toEqual(['package.json', 'node_modules', 'dist'])
})
