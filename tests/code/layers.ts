import { dirname, posix } from 'node:path'

/** One import statement, by paths from the project's root. */
export interface Import {
  readonly from: string
  readonly specifier: string
  /** A file of ours, or undefined for a package of others. */
  readonly to: string | undefined
}

/**
 * Who may import whom: folders, and the paths that their product code may import besides their own. The longest folder
 * that a file is in decides. The only definition of the layers.
 */
const CONTRACTS = 'contracts/'
const PROGRAM = [CONTRACTS, 'services/', 'projections/']
const GROUND = [
  CONTRACTS,
  'services/platform/concurrency/',
  'services/platform/observability/',
  'services/platform/postgres/',
]
const QUERIES = [
  'projections/accounts/queries.ts',
  'projections/codes/queries.ts',
  'projections/history/names.ts',
  'projections/history/queries.ts',
  'projections/lists/list-pages.ts',
  'projections/live/queries.ts',
  'projections/profiles/list-profiles.ts',
  'projections/profiles/queries.ts',
  'projections/quotations/queries.ts',
  'projections/requests/queries.ts',
  'projections/subscriptions/list-reminders.ts',
  'projections/subscriptions/queries.ts',
  'projections/traffic/filtered-figures.ts',
  'projections/traffic/insight-days.ts',
  'projections/traffic/queries.ts',
  'projections/traffic/request-signs.ts',
  'projections/visitors/queries.ts',
]
const CONTEXTS =
  'accounts audit codes data kafka media privacy profiles quotations record reminders taps'.split(' ')
/** A context may import these besides itself: no other context. */
const CONTEXT = [CONTRACTS, 'services/kernel/', 'services/platform/', ...QUERIES]

/** Parts of a feature for all others: how a profile looks, and how it looked; what the browser stores of a card. */
const SHARED_BY_FEATURES = [
  'web/features/editor/profile-api.ts',
  'web/features/history/ExpedienteButton.tsx',
  'web/features/history/Restore.tsx',
  'web/features/history/history-api.ts',
  'web/features/public-page/browser/clicks.ts',
  'web/features/public-page/browser/device-storage.ts',
  'web/features/public-page/view/FramedProfile.tsx',
  'web/features/public-page/view/Person.tsx',
  'web/features/public-page/view/ProfileFrame.tsx',
  'web/features/public-page/view/styles/themes.ts',
]

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  'services/kernel': GROUND,
  'services/platform/concurrency': [CONTRACTS],
  'services/platform/postgres': [CONTRACTS, 'services/platform/concurrency/'],
  'services/platform/observability': [CONTRACTS],
  'services/platform/settings': [CONTRACTS, 'services/platform/observability/'],
  'services/platform': CONTEXT,
  ...Object.fromEntries(CONTEXTS.map((name) => [`services/${name}`, CONTEXT])),
  'services/analytics': [...CONTEXT, 'services/analytics/'],
  'services/analytics/insights': [CONTRACTS],
  'services/analytics/report': [CONTRACTS],
  projections: [...GROUND, 'services/kernel/'],
  'services/data': [...CONTEXT, 'projections/projections.ts'],
  'services/bench': PROGRAM,
  'services/ops': PROGRAM,
  'services/product': PROGRAM,
  'services/product/embedded-postgres': [CONTRACTS, 'services/platform/'],
  'services/product/generator': [CONTRACTS],
  web: [CONTRACTS],
}

/** The deciders and commands of others that a context uses, and other exceptions. It may only become shorter. */
const ACROSS: Readonly<Record<string, readonly string[]>> = {
  'services/accounts/': ['services/codes/', 'services/profiles/'],
  'services/analytics/live/': ['services/accounts/', 'services/profiles/'],
  'services/audit/': [
    'services/accounts/',
    'services/analytics/report/',
    'services/media/',
    'services/profiles/',
  ],
  // An order of an administrator is recorded before it acts.
  'services/data/': ['services/audit/'],
  'services/kernel/keys/rewrap.ts': ['services/media/'],
  // The types of it name parts that others open.
  'services/platform/ctx.ts': PROGRAM,
  'services/platform/http/': ['services/accounts/'],
  // A person's rights concern all that is stored of them.
  'services/privacy/': PROGRAM,
  'services/profiles/': ['services/accounts/', 'services/media/', 'services/privacy/'],
  'services/record/': ['services/profiles/'],
  'services/reminders/': ['services/accounts/', 'services/profiles/', 'services/taps/'],

  'projections/': ['services/reminders/subscription.ts'],
}

/** They do no I/O, and import nothing but contracts and each other: facts go in, values come out. */
const DECIDERS = [
  'services/accounts/account-logins.ts',
  'services/accounts/account-slots.ts',
  'services/accounts/account-state.ts',
  'services/accounts/account.ts',
  'services/accounts/administrators.ts',
  'services/accounts/claims.ts',
  'services/codes/activation-code.ts',
  'services/kernel/decider.ts',
  'services/privacy/blocking.ts',
  'services/privacy/request.ts',
  'services/profiles/profile-editing.ts',
  'services/profiles/profile-restoring.ts',
  'services/profiles/profile.ts',
  'services/profiles/slug.ts',
  'services/quotations/quotation.ts',
  'services/reminders/plan.ts',
  'services/reminders/subscription.ts',
  'services/reminders/suppression.ts',
  'services/taps/interaction.ts',
]

/** Layers that do no I/O either. */
const PURE = ['contracts', 'services/analytics/insights', 'services/product/generator']

const TEST_ONLY = /\.(?:test|contract|child)\.tsx?$|\/testing\/|\/contract\/|^tests\//

const isTestOnly = (path: string): boolean => TEST_ONLY.test(path)

const startsAny = (path: string, starts: readonly string[]): boolean =>
  starts.some((start) => path.startsWith(start))

/** The longest folder of the table that a file is in. */
function layerOf(path: string): string {
  const folders = Object.keys(MAY_IMPORT).filter((folder) => path.startsWith(`${folder}/`))
  return folders.toSorted((one, other) => other.length - one.length)[0] ?? workspaceOf(path)
}

/** The workspace that a file belongs to. */
export const workspaceOf = (path: string): string => path.split('/')[0]!

/** Paths of ours that a specifier means; packages are named after their folder. */
export function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier)
  return specifier.startsWith('@app/') ? specifier.slice('@app/'.length) : undefined
}

/** The rule that an import breaks, in words; undefined if it breaks none. */
export function violationOf({ from, specifier, to }: Import): string | undefined {
  if (isTestOnly(from)) return undefined
  const layer = layerOf(from)
  const isDecider = startsAny(from, DECIDERS)
  if ((isDecider || PURE.includes(layer)) && specifier.startsWith('node:')) return `${from} does no I/O`
  if (to === undefined) return undefined
  if (isTestOnly(to)) return 'product code imports no test fixture'
  if (isDecider && !startsAny(to, [CONTRACTS, ...DECIDERS])) return 'a decider is pure'
  const other = layerOf(to)
  if (other === layer) return webViolation(from, to)
  const allowed = MAY_IMPORT[layer]
  if (allowed === undefined || startsAny(to, allowed)) return undefined
  const isException = Object.entries(ACROSS).some(
    ([part, paths]) => from.startsWith(part) && startsAny(to, paths),
  )
  return isException ? undefined : `${layer} may not import ${other}`
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
