import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './routes/NotFound.tsx'
import { RequireSession } from './routes/RequireSession.tsx'
import { useSessionWatch } from './session/use-session-watch.ts'

const LoginRoute = lazy(async () => ({ default: (await import('./routes/LoginRoute.tsx')).LoginRoute }))
const AccountRoute = lazy(async () => ({ default: (await import('./routes/AccountRoute.tsx')).AccountRoute }))
const Dashboard = lazy(async () => ({ default: (await import('./shell/Dashboard.tsx')).Dashboard }))

export function App() {
  useSessionWatch()
  return (
    <CrashScreen>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="/" element={<Navigate to="/dashboard" replace />} />
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
