import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'
import { Loading } from './Loading.tsx'
import { RequireSession } from './routes/RequireSession.tsx'
import {
  ActivateRoute,
  ExternalLoginRoute,
  LoginRoute,
  RegisterRoute,
  ResetRoute,
} from './routes/account-routes.tsx'
import {
  LazyConsentScreen,
  LazyDashboard,
  LazyForgotPassword,
  LazyNotFound,
  LazyResetDone,
  LazyYourData,
} from './routes/screens.ts'
import { useSessionWatch } from './session/use-session-watch.ts'
import { useEndOfSession } from './session/use-sign-out.ts'

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
          <Route path="/comprobante" element={<LazyConsentScreen />} />
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
