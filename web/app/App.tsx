import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { RequireSession } from './RequireSession.tsx'
import { useSessionWatch } from './use-session-watch.ts'

const LoginRoute = lazy(async () => ({ default: (await import('./LoginRoute.tsx')).LoginRoute }))
const Dashboard = lazy(async () => ({ default: (await import('./shell/Dashboard.tsx')).Dashboard }))

export function App() {
  useSessionWatch()
  return (
    <CrashScreen>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="/" element={<Navigate to="/dashboard" replace />} />
          <Route path="/login" element={<LoginRoute />} />
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
