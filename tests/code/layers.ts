import { dirname, posix } from 'node:path'

/** One import statement, by paths from the project's root. */
export interface Import {
  readonly from: string
  readonly specifier: string
  /** A file of ours, or undefined for a package of others. */
  readonly to: string | undefined
}

/**
 * Who may import whom: each folder that is a package, and the paths that its product code may import besides its own.
 * The only definition of the layers.
 */
const CONTRACTS = 'contracts/'
const GROUND = ['contracts/', 'services/postgres/']
const OUTSIDE = [
  'services/concurrency/',
  'services/identity/',
  'services/images/',
  'services/mail/',
  'services/observability/',
  'services/settings/',
]
const WRITE_SIDE = [
  'services/domain/',
  'services/event-store/',
  'services/kernel/',
  'services/vault/',
  'services/processes/',
]
const QUERIES = [
  'projections/accounts/queries.ts',
  'projections/codes/queries.ts',
  'projections/history/names.ts',
  'projections/history/owner-edits.ts',
  'projections/history/queries.ts',
  'projections/lists/keyset.ts',
  'projections/live/queries.ts',
  'projections/profiles/list-profiles.ts',
  'projections/profiles/queries.ts',
  'projections/quotations/queries.ts',
  'projections/requests/queries.ts',
  'projections/requests/request-figures.ts',
  'projections/subscriptions/list-reminders.ts',
  'projections/subscriptions/queries.ts',
  'projections/traffic/robots-previews-owners.ts',
  'projections/traffic/around-days.ts',
  'projections/traffic/filtered-figures.ts',
  'projections/traffic/queries.ts',
  'projections/traffic/user-agent.ts',
  'projections/visitors/left-by-visitor.ts',
  'projections/visitors/queries.ts',
  'projections/read-db.ts',
  'projections/runtime/status.ts',
]

/** Of a feature, for all others: how a profile looks, and how it looked; what the browser stores of a card. */
const SHARED_BY_FEATURES = [
  'web/features/editor/profile-api.ts',
  'web/features/history/ExpedienteButton.tsx',
  'web/features/history/RestoreSummary.tsx',
  'web/features/public-profile/browser/visitor-here.ts',
  'web/features/public-profile/view/FramedProfile.tsx',
  'web/features/public-profile/view/ProfileFrame.tsx',
  'web/features/public-profile/view/styles/themes.ts',
  'web/features/public-profile/view/viewed-profile.ts',
]

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  'services/domain': [CONTRACTS],
  'services/concurrency': [CONTRACTS],
  'services/postgres': [CONTRACTS, 'services/concurrency/'],
  'services/observability': GROUND,
  'services/settings': [...GROUND, 'services/observability/'],
  'services/mail': [...GROUND, 'services/settings/'],
  'services/identity': [...GROUND, 'services/settings/'],
  'services/images': [...GROUND, 'services/concurrency/', 'services/observability/'],
  'services/embedded-postgres': [...GROUND, 'services/settings/', 'services/observability/'],
  'services/event-store': [...GROUND, 'services/concurrency/'],
  'services/vault': GROUND,
  'services/kernel': [
    ...GROUND,
    'services/concurrency/',
    'services/domain/decider.ts',
    'services/event-store/',
    'services/observability/',
    'services/vault/',
  ],
  'services/record': [...GROUND, 'services/event-store/', 'services/kernel/'],
  'services/kafka': [
    ...GROUND,
    'services/concurrency/',
    'services/event-store/',
    'services/kernel/',
    'services/observability/',
  ],
  'services/insights': [CONTRACTS],
  'services/report': [CONTRACTS],
  'services/generator': [CONTRACTS],
  projections: [
    ...GROUND,
    'services/concurrency/',
    'services/domain/decider.ts',
    'services/domain/subscription-state.ts',
    'services/event-store/',
    'services/kernel/',
    'services/observability/',
  ],
  'services/processes': [
    ...GROUND,
    ...OUTSIDE,
    'services/domain/',
    'services/event-store/',
    'services/kernel/',
    'services/vault/',
  ],
  'services/api': [
    ...GROUND,
    ...OUTSIDE,
    ...WRITE_SIDE,
    'services/record/',
    'services/insights/',
    'services/report/',
    ...QUERIES,
  ],
  'services/reminders': [...GROUND, ...OUTSIDE, ...WRITE_SIDE, ...QUERIES],
  'services/runtime': [
    ...GROUND,
    ...OUTSIDE,
    ...WRITE_SIDE,
    'services/api/',
    'services/kafka/',
    'services/record/',
    'services/reminders/',
    'services/report/',
    'projections/',
  ],
  'services/ops': [
    ...GROUND,
    ...OUTSIDE,
    ...WRITE_SIDE,
    'services/record/',
    'services/embedded-postgres/',
    'services/generator/',
    'services/runtime/backend/',
    'projections/',
  ],
  'services/bench': [
    'services/api/',
    ...GROUND,
    ...WRITE_SIDE,
    'services/concurrency/',
    'services/embedded-postgres/',
    'services/generator/',
    'services/mail/',
    'services/reminders/',
    'services/runtime/backend/',
    'services/settings/',
    'projections/',
  ],
  'services/standalone': [CONTRACTS, 'services/', 'projections/'],
  web: [CONTRACTS],
}

/** Layers that do no I/O: facts go in, values come out. */
const PURE = ['contracts', 'services/domain', 'services/insights', 'services/generator']

const TEST_ONLY = /\.(?:test|contract|child)\.tsx?$|\/testing\/|\/contract\/|^tests\//

const isTestOnly = (path: string): boolean => TEST_ONLY.test(path)

/** The package that a file belongs to, by its folder. */
export function layerOf(path: string): string {
  const [first, second] = path.split('/')
  return first === 'services' ? `services/${second}` : String(first)
}

const isLayer = (layer: string): boolean => layer in MAY_IMPORT

/** Paths of ours that a specifier means; packages are named after their folder. */
export function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier)
  const [scope, name, ...rest] = specifier.split('/')
  if (scope !== '@app' || name === undefined) return undefined
  const folder = isLayer(name) ? name : `services/${name}`
  return posix.join(folder, ...rest)
}

/** The rule that an import breaks, in words; undefined if it breaks none. */
export function violationOf({ from, specifier, to }: Import): string | undefined {
  if (isTestOnly(from)) return undefined
  const layer = layerOf(from)
  if (PURE.includes(layer) && specifier.startsWith('node:')) return `${layer} does no I/O`
  if (to === undefined) return undefined
  if (isTestOnly(to)) return 'product code imports no test fixture'
  const other = layerOf(to)
  if (other === layer) return webViolation(from, to)
  const allowed = MAY_IMPORT[layer]
  if (allowed === undefined || allowed.some((path) => to.startsWith(path))) return undefined
  return `${layer} may not import ${other}`
}

function webViolation(from: string, to: string): string | undefined {
  const [root, part, feature] = from.split('/')
  const [, otherPart, otherFeature] = to.split('/')
  if (root !== 'web') return undefined
  if (part === 'ui' && otherPart !== 'ui') return 'web/ui knows no other part of the web'
  const areFeatures = part === 'features' && otherPart === 'features'
  return areFeatures && feature !== otherFeature && !SHARED_BY_FEATURES.includes(to)
    ? 'no feature imports another'
    : undefined
}
