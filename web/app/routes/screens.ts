import { chunk } from '../../ui/browser/chunk.tsx'

export const LazyLoginRoute = chunk(async () => (await import('./LoginRoute.tsx')).LoginRoute)
export const LazyAccountRoute = chunk(async () => (await import('./AccountRoute.tsx')).AccountRoute)
export const LazyYourData = chunk(
  async () => (await import('../../features/rights/YourDataScreen.tsx')).YourDataScreen,
)
export const LazyConsentScreen = chunk(
  async () => (await import('../../features/rights/ConsentScreen.tsx')).ConsentScreen,
)
export const LazyDashboard = chunk(async () => (await import('../shell/Dashboard.tsx')).Dashboard)

/** By address; web/build-documents.mjs names the same chunks in the documents. */
const CHUNKS: Readonly<Record<string, { readonly preload: () => Promise<unknown> }>> = {
  '/login': LazyLoginRoute,
  '/register': LazyAccountRoute,
  '/auth/forgot-password': LazyAccountRoute,
  '/auth/reset': LazyAccountRoute,
  '/auth/reset/success': LazyAccountRoute,
  '/activate': LazyAccountRoute,
  '/profile': LazyAccountRoute,
  '/mis-datos': LazyYourData,
  '/comprobante': LazyConsentScreen,
  '/dashboard': LazyDashboard,
  '/admin': LazyDashboard,
}

/** Resolves once the screen of an address can be drawn. A chunk that fails is requested again when it is drawn. */
export async function loadScreen(path: string): Promise<void> {
  await CHUNKS[path]?.preload().catch(() => undefined)
}
