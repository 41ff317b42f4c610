import type { Rolldown } from 'vite'

/** The client, the landing, its dialogs, the ways into an account and the dashboard, by the modules that begin them. */
const KINDS = [
  /web\/(?:index\.html|app\/main\.tsx)$/,
  /web\/app\/landing\//,
  /(?:MenuSheet|DemoDialog)\.tsx$/,
  /(?:Login|Register|ForgotPassword|Reset|Activate|ExternalLogin|YourData)Screen\.tsx$/,
  /(?:Dashboard|AnalyticsTab)\.tsx$/,
]

const ICONS = /lucide-react\.mjs$/

/** All icons are imported through one file, which names each of them in a line. */
function importersOf(id: string, context: Rolldown.ChunkingContext): readonly string[] {
  const importers = context.getModuleInfo(id)?.importers ?? []
  const icons = context.getModuleInfo(importers.find((importer) => ICONS.test(importer)) ?? '')
  const line = icons?.code?.split('\n').find((one) => one.includes(`'./icons/${id.replace(/.*\//, '')}'`))
  if (!icons || line === undefined) return importers
  const names = new RegExp(`\\b(?:${line.match(/(?<=default as )\w+/g)?.join('|')})\\b`)
  return icons.importers.filter((importer) => names.test(context.getModuleInfo(importer)?.code ?? ''))
}

/** Importers by module: the modules below it need them as well. */
const importersById = new Map<string, readonly string[]>()

function screensOf(module: string, context: Rolldown.ChunkingContext): readonly string[] {
  const screens: string[] = []
  const reached = new Set([module])
  for (const id of reached) {
    const importers = importersById.get(id) ?? importersOf(id, context)
    importersById.set(id, importers)
    for (const importer of importers) reached.add(importer)
    const { dynamicImporters = [], isEntry = false } = context.getModuleInfo(id) ?? {}
    if (id !== module && (isEntry || dynamicImporters.length > 0)) screens.push(id)
  }
  return screens
}

/** Names one file for all that such screens share. The names follow the imports, so no file imports itself through others. */
function sharedChunkOf(module: string, context: Rolldown.ChunkingContext): string | null {
  if (SCROLL_LOCK.test(module)) return 'dashboard'
  const screens = screensOf(module, context)
  const [isOfClient, isOfLanding, isOfDialogs, isOfAccount, isOfDashboard] = KINDS.map((kind) =>
    screens.some((screen) => kind.test(screen)),
  )
  // The others load no more than they use.
  if (screens.length < 2 || (!isOfClient && !isOfDashboard)) return null
  if (isOfLanding) return 'all'
  if (isOfClient || isOfAccount) return isOfDialogs ? 'all' : 'client'
  return isOfDialogs ? 'dialogs' : 'dashboard'
}

/** Dialogs import it, but use nothing of it. */
const SCROLL_LOCK =
  /node_modules\/(?:react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)/

const group = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test,
  minShareCount: 2,
  includeDependenciesRecursively: false,
})

/** Parts that several screens share, in few files: a slow network pays for each request. */
export const SHARED_CHUNKS: readonly Rolldown.CodeSplittingGroup[] = [
  { debugName: 'shared', name: sharedChunkOf, includeDependenciesRecursively: false },
  group('icons', /lucide-react/),
  group('forms', /react-hook-form|@hookform|ui\/(?:forms\/|notices\/Notice)|CallForm/),
  group('overlays', /@radix-ui|@floating-ui|aria-hidden|app\/Confirmed|ui\/(?:Modal|focus|QrPopover)/),
  group('account', /features\/accounts\/(?!reset)/),
  group('card', /(?:ProfileFrame|profile-css|themes|contrast-guard)\.tsx?$/),
  group(
    'editor',
    /features\/editor\/|app\/Leave|public-page\/view\/|contracts\/(?:media|fields\/(?:links|profile-fields))/,
  ),
  group('history', /(?:ui|features)\/history\//),
]
