import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Loading } from '../Loading.tsx'

/** The landing is a document of its own (app/landing), so the browser loads it. */
export function LandingRoute() {
  const { pathname, hash } = useLocation()
  useEffect(() => window.location.replace(pathname + hash), [pathname, hash])
  return <Loading />
}
