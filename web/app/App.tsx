import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './routes/NotFound.tsx'
import { RequireSession } from './routes/RequireSession.tsx'
import {
  LazyAccountRoute,
  LazyDashboard,
  LazyLoginRoute,
  LazyConsentScreen,
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
          <Route path="/login" element={<LazyLoginRoute />} />
          <Route path="/register" element={<LazyAccountRoute screen="register" />} />
          <Route path="/reset-password" element={<Navigate to="/auth/forgot-password" replace />} />
          <Route path="/auth/forgot-password" element={<LazyAccountRoute screen="forgot-password" />} />
          <Route path="/auth/reset" element={<LazyAccountRoute screen="reset" />} />
          <Route path="/auth/reset/success" element={<LazyAccountRoute screen="reset-done" />} />
          <Route path="/activate" element={<LazyAccountRoute screen="activate" />} />
          <Route path="/profile" element={<LazyAccountRoute screen="external-login" />} />
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
          <Route path="*" element={<NotFound />} />
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
