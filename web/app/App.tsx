import { SESSION_KEY } from '@app/contracts/product.ts'
import { Suspense, useEffect, type ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { CrashScreen, Loading } from './CrashScreen.tsx'
import { useEndOfSession } from './session/sign-out.ts'
import { useOwnAccount } from './session/use-own-account.ts'
import { useDispatch, useSelector } from 'react-redux'
import { chunk } from '../ui/browser/chunk.tsx'
import { needsActivation } from './session/login-destination.ts'
import { savedSession } from './session/session-storage.ts'
import { tokenHasEnded } from './session/session-token.ts'
import { selectSignedIn, sessionEnded, sessionFound } from './session/session-slice.ts'

const Login = chunk(async () => (await import('../features/accounts/login/LoginScreen.tsx')).LoginScreen)
const Register = chunk(
  async () => (await import('../features/accounts/register/RegisterScreen.tsx')).RegisterScreen,
)
const ForgotPassword = chunk(
  async () => (await import('../features/accounts/reset/ForgotPasswordForm.tsx')).ForgotPasswordScreen,
)
const Reset = chunk(async () => (await import('../features/accounts/reset/ResetScreen.tsx')).ResetScreen)
const ResetDone = chunk(
  async () => (await import('../features/accounts/reset/ResetScreen.tsx')).ResetDoneScreen,
)
const Activate = chunk(
  async () => (await import('../features/accounts/register/ActivateScreen.tsx')).ActivateScreen,
)
const ExternalLogin = chunk(
  async () => (await import('../features/accounts/login/ExternalLoginScreen.tsx')).ExternalLoginScreen,
)
const YourData = chunk(async () => (await import('../features/privacy/YourDataScreen.tsx')).YourDataScreen)
const Dashboard = chunk(async () => (await import('./shell/Dashboard.tsx')).Dashboard)
const NotFound = chunk(async () => (await import('./NotFound.tsx')).NotFound)

const SCREENS = {
  '/login': Login,
  '/register': Register,
  '/auth/forgot-password': ForgotPassword,
  '/auth/reset': Reset,
  '/auth/reset/success': ResetDone,
  '/activate': Activate,
  '/profile': ExternalLogin,
  '/mis-datos': YourData,
} as const
export const DASHBOARDS = ['/dashboard', '/admin']

/** Resolves once the screen of an address can be drawn. A chunk that fails is requested again when it is drawn. */
export async function loadScreen(path: string): Promise<void> {
  const screen = SCREENS[path as keyof typeof SCREENS] ?? (DASHBOARDS.includes(path) ? Dashboard : NotFound)
  await screen.preload().catch(() => undefined)
  if (path === '/admin') await (await import('./shell/DashboardTab.tsx')).loadTab('admin')
}

const CHECK_MS = 300_000

function useSessionWatch(): void {
  const dispatch = useDispatch()
  const { token, ends_at } = useSelector(selectSignedIn) ?? {}
  useEffect(() => {
    if (token === undefined) return undefined
    const timer = setInterval(() => {
      if (tokenHasEnded({ token, ends_at }, Date.now())) dispatch(sessionEnded())
    }, CHECK_MS)
    return () => clearInterval(timer)
  }, [dispatch, token, ends_at])
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_KEY) dispatch(sessionFound(savedSession(Date.now())))
    }
    // A page in the back/forward cache gets messages of other tabs after it is shown again, or never.
    const onShown = ({ persisted }: PageTransitionEvent) => {
      const saved = persisted ? savedSession(Date.now()) : undefined
      if (saved !== undefined && saved?.token !== token) dispatch(sessionFound(saved))
    }
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onShown)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onShown)
    }
  }, [dispatch, token])
}

export function App() {
  useSessionWatch()
  return (
    <CrashScreen>
      <Suspense fallback={<Loading />}>
        <Routes>
          {['/', '/landing', '/inicio'].map((path) => (
            <Route key={path} path={path} element={<LandingRoute />} />
          ))}
          {Object.entries(SCREENS).map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="/reset-password" element={<Navigate to="/auth/forgot-password" replace />} />
          {DASHBOARDS.map((path) => (
            <Route
              key={path}
              path={path}
              element={
                <RequireSession admin={path === '/admin'}>
                  <Dashboard />
                </RequireSession>
              }
            />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </CrashScreen>
  )
}

interface RequireSessionProps {
  readonly admin?: boolean
  readonly children: ReactNode
}

export function RequireSession({ admin = false, children }: RequireSessionProps) {
  const { user, checking } = useOwnAccount()
  const from = useLocation()
  if (checking) return <Loading />
  const isNew = user !== undefined && needsActivation(user)
  if (user && !isNew && (user.is_admin || !admin)) return children
  return (
    <>
      <Loading />
      <Navigate to={isNew ? '/activate' : '/login'} replace state={{ from }} />
    </>
  )
}

/** The landing is a document of its own (app/landing), so the browser loads it. */
function LandingRoute() {
  const { pathname, hash } = useLocation()
  useEndOfSession()
  useEffect(() => window.location.replace(pathname + hash), [pathname, hash])
  return <Loading />
}
