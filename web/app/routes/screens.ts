import { chunk } from './chunk.tsx'

export const LoginRoute = chunk(async () => (await import('./LoginRoute.tsx')).LoginRoute)
export const AccountRoute = chunk(async () => (await import('./AccountRoute.tsx')).AccountRoute)
export const Dashboard = chunk(async () => (await import('../shell/Dashboard.tsx')).Dashboard)

/** By address; web/build-documents.mjs names the same chunks in the documents. */
const CHUNKS: Readonly<Record<string, { readonly preload: () => Promise<unknown> }>> = {
  '/login': LoginRoute,
  '/register': AccountRoute,
  '/auth/forgot-password': AccountRoute,
  '/auth/reset': AccountRoute,
  '/auth/reset/success': AccountRoute,
  '/activate': AccountRoute,
  '/profile': AccountRoute,
  '/dashboard': Dashboard,
  '/admin': Dashboard,
}

/** Resolves once the screen of an address can be drawn. A chunk that fails is requested again when it is drawn. */
export async function loadScreen(path: string): Promise<void> {
  await CHUNKS[path]?.preload().catch(() => undefined)
}
