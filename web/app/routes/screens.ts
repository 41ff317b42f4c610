import { chunk } from '../../ui/browser/chunk.tsx'

export const LazyLogin = chunk(
  async () => (await import('../../features/accounts/login/LoginScreen.tsx')).LoginScreen,
)
export const LazyRegister = chunk(
  async () => (await import('../../features/accounts/register/RegisterScreen.tsx')).RegisterScreen,
)
export const LazyForgotPassword = chunk(
  async () => (await import('../../features/accounts/reset/ForgotPasswordForm.tsx')).ForgotPasswordScreen,
)
export const LazyReset = chunk(
  async () => (await import('../../features/accounts/reset/ResetScreen.tsx')).ResetScreen,
)
export const LazyResetDone = chunk(
  async () => (await import('../../features/accounts/reset/ResetScreen.tsx')).ResetDoneScreen,
)
export const LazyActivate = chunk(
  async () => (await import('../../features/accounts/register/ActivateScreen.tsx')).ActivateScreen,
)
export const LazyExternalLogin = chunk(
  async () => (await import('../../features/accounts/login/ExternalLoginScreen.tsx')).ExternalLoginScreen,
)
export const LazyYourData = chunk(
  async () => (await import('../../features/privacy/YourDataScreen.tsx')).YourDataScreen,
)
export const LazyDashboard = chunk(async () => (await import('../shell/Dashboard.tsx')).Dashboard)

export const LazyNotFound = chunk(async () => (await import('./NotFound.tsx')).NotFound)

/** By address. */
const CHUNKS: Readonly<Record<string, { readonly preload: () => Promise<unknown> }>> = {
  '/login': LazyLogin,
  '/register': LazyRegister,
  '/auth/forgot-password': LazyForgotPassword,
  '/auth/reset': LazyReset,
  '/auth/reset/success': LazyResetDone,
  '/activate': LazyActivate,
  '/profile': LazyExternalLogin,
  '/mis-datos': LazyYourData,
  '/dashboard': LazyDashboard,
  '/admin': LazyDashboard,
}

/** Resolves once the screen of an address can be drawn. A chunk that fails is requested again when it is drawn. */
export async function loadScreen(path: string): Promise<void> {
  await (CHUNKS[path] ?? LazyNotFound).preload().catch(() => undefined)
}
