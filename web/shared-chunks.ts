import type { Rolldown } from 'vite'

/** The client, the landing with its dialogs, the ways into an account and the dashboard, by modules of their own. */
const STARTS = [
  /web\/(?:index\.html|app\/main\.tsx)$/,
  /web\/app\/landing\/|(?:MenuSheet|DemoDialog)\.tsx$/,
  /(?:Login|Register|Reset|Activate|ExternalLogin|YourData)Screen\.tsx$/,
  /(?:Dashboard|AnalyticsTab)\.tsx$/,
]

/** Icons are imported through one file, helpers of compilers by everybody: nothing says which screens need them. */
const EVERYBODYS = /lucide-react|tslib/

/** They act, or style a whole document, when they are loaded: no other file may import theirs. */
const ACTING = /web\/(?:index\.html|app\/(?:main\.tsx|app\.css|shell\/Dashboard\.tsx))$/

/** Names the file of what is needed first. The names follow the imports, so no file imports itself through others. */
function firstChunkOf(module: string, context: Rolldown.ChunkingContext): string | null {
  if (ACTING.test(module)) return null
  if (EVERYBODYS.test(module)) return 'all'
  const needing = new Set([module])
  for (const id of needing)
    for (const importer of context.getModuleInfo(id)?.importers ?? []) needing.add(importer)
  const [isOfClient, isOfLanding, isOfAccount, isOfDashboard] = STARTS.map((start) =>
    [...needing].some((id) => start.test(id)),
  )
  if (isOfLanding && (isOfClient || isOfDashboard)) return 'all'
  if (isOfClient || (isOfAccount && isOfDashboard)) return 'client'
  return isOfDashboard ? 'dashboard' : null
}

const group = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test,
  includeDependenciesRecursively: false,
})

const shared = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({
  ...group(name, test),
  minShareCount: 2,
})

/** Parts that several screens share, in few files: a slow network pays for each request. */
export const SHARED_CHUNKS: readonly Rolldown.CodeSplittingGroup[] = [
  { debugName: 'first', name: firstChunkOf, includeDependenciesRecursively: false },
  group('charts', /echarts|zrender|analytics\/chart|ui\/Chart/),
  shared('forms', /react-hook-form|@hookform|ui\/(?:forms\/|notices\/Notice)|CallForm/),
  shared(
    'overlays',
    /radix-ui|floating-ui|aria-hidden|remove-scroll|singleton|sidecar|callback|nonce|Confirmed|Modal|QrPop|ui\/focus/,
  ),
  shared('account', /features\/accounts\/(?!reset)/),
  shared('card', /(?:ProfileFrame|profile-css|themes|contrast-guard)\.tsx?$/),
  shared(
    'editor',
    /features\/editor\/|app\/Leave|public-page\/view\/|contracts\/(?:media|fields\/(?:links|profile-fields))/,
  ),
  shared('history', /(?:ui|features)\/history\//),
]
