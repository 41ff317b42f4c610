import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'
import { Loading } from './Loading.tsx'
import {
  RequireSession,
  ActivateRoute,
  ExternalLoginRoute,
  LoginRoute,
  RegisterRoute,
  ResetRoute,
} from './routes/account-routes.tsx'
import {
  LazyDashboard,
  LazyForgotPassword,
  LazyNotFound,
  LazyResetDone,
  LazyYourData,
} from './routes/screens.ts'
import { useEndOfSession } from './session/use-sign-out.ts'
import { SESSION_KEY } from '@app/contracts/product.ts'
import { useDispatch, useSelector } from 'react-redux'
import { savedSession } from './session/session-storage.ts'
import { tokenHasEnded } from './session/stored-session.ts'
import { selectSignedIn, sessionEnded, sessionFound } from './session/session-slice.ts'

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
          <Route path="/login" element={<LoginRoute />} />
          <Route path="/register" element={<RegisterRoute />} />
          <Route path="/reset-password" element={<Navigate to="/auth/forgot-password" replace />} />
          <Route path="/auth/forgot-password" element={<LazyForgotPassword />} />
          <Route path="/auth/reset" element={<ResetRoute />} />
          <Route path="/auth/reset/success" element={<LazyResetDone />} />
          <Route path="/activate" element={<ActivateRoute />} />
          <Route path="/profile" element={<ExternalLoginRoute />} />
          <Route path="/mis-datos" element={<LazyYourData />} />
          <Route
            path="/dashboard"
            element={
              <RequireSession>
                <LazyDashboard />
              </RequireSession>
            }
          />
          <Route
            path="/admin"
            element={
              <RequireSession admin>
                <LazyDashboard />
              </RequireSession>
            }
          />
          <Route path="*" element={<LazyNotFound />} />
        </Routes>
      </Suspense>
    </CrashScreen>
  )
}

/** The landing is a document of its own (app/landing), so the browser loads it. */
function LandingRoute() {
  const { pathname, hash } = useLocation()
  useEndOfSession()
  useEffect(() => window.location.replace(pathname + hash), [pathname, hash])
  return <Loading />
}
