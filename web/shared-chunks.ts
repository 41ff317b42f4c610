import type { Rolldown } from 'vite'

/** Kinds of screens that come first, by the modules that begin them. */
const KINDS = {
  client: /web\/(?:index\.html|app\/main\.tsx)$/,
  landing: /web\/app\/landing\//,
  dialogs: /(?:MenuSheet|DemoDialog)\.tsx$/,
  account: /(?:Login|Register|ForgotPassword|Reset|Activate|ExternalLogin|YourData)Screen\.tsx$/,
  dashboard: /(?:Dashboard|AnalyticsTab)\.tsx$/,
} as const

/**
 * Names one file for all that such screens share, so that a screen needs few requests. Imports of a module are reached
 * by at least its screens, and the names follow that: no file imports itself through others.
 */
function sharedChunkOf(screens: readonly string[]): string | null {
  if (screens.length < 2) return null
  const has = (kind: keyof typeof KINDS) => screens.some((screen) => KINDS[kind].test(screen))
  // The others load no more than they use.
  if (!has('client') && !has('dashboard')) return null
  const isOfClient = has('client') || has('account')
  if (has('landing') || (has('dialogs') && isOfClient)) return 'all'
  if (isOfClient) return 'client'
  return has('dialogs') ? 'dialogs' : 'dashboard'
}

/** Dialogs import it, but use nothing of it. */
const SCROLL_LOCK =
  /node_modules\/(?:react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)/
/** As one file they weigh less. */
const HISTORY = /web\/ui\/history\//
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

export const SHARED_CHUNKS: Rolldown.CodeSplittingGroup = {
  debugName: 'shared',
  includeDependenciesRecursively: false,
  name: (module, context) => {
    if (SCROLL_LOCK.test(module)) return 'dashboard'
    if (HISTORY.test(module)) return 'history'
    const screens: string[] = []
    const reached = new Set([module])
    for (const id of reached) {
      const importers = importersById.get(id) ?? importersOf(id, context)
      importersById.set(id, importers)
      for (const importer of importers) reached.add(importer)
      const { dynamicImporters = [], isEntry = false } = context.getModuleInfo(id) ?? {}
      if (id !== module && (isEntry || dynamicImporters.length > 0)) screens.push(id)
    }
    return sharedChunkOf(screens)
  },
}
