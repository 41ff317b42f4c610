import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './routes/NotFound.tsx'
import { RequireSession } from './routes/RequireSession.tsx'
import { AccountRoute, Dashboard, LoginRoute } from './routes/screens.ts'
import { useSessionWatch } from './session/use-session-watch.ts'

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
          <Route path="/register" element={<AccountRoute screen="register" />} />
          <Route path="/reset-password" element={<Navigate to="/auth/forgot-password" replace />} />
          <Route path="/auth/forgot-password" element={<AccountRoute screen="forgot-password" />} />
          <Route path="/auth/reset" element={<AccountRoute screen="reset" />} />
          <Route path="/auth/reset/success" element={<AccountRoute screen="reset-done" />} />
          <Route path="/activate" element={<AccountRoute screen="activate" />} />
          <Route path="/profile" element={<AccountRoute screen="external-login" />} />
          <Route
            path="/dashboard"
            element={
              <RequireSession>
                <Dashboard />
              </RequireSession>
            }
          />
          <Route
            path="/admin"
            element={
              <RequireSession admin>
                <Dashboard />
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
  useEffect(() => window.location.replace(pathname + hash), [pathname, hash])
  return <Loading />
}
