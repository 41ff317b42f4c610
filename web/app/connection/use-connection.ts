import { useEffect, useSyncExternalStore } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { connectionFound, selectIsLost, isServerThere } from './connection-state.ts'

const LOOK_EVERY_MS = 5_000
const EVENTS = ['online', 'offline'] as const

function onChange(notify: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, notify)
  return () => EVENTS.forEach((event) => window.removeEventListener(event, notify))
}

/** Whether the server is in reach, by the browser and the last call. */
export function useIsConnected(): boolean {
  const hasNetwork = useSyncExternalStore(onChange, () => navigator.onLine)
  const isLost = useSelector(selectIsLost)
  const dispatch = useDispatch()
  useEffect(() => {
    if (!isLost || !hasNetwork) return undefined
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      if (await isServerThere(stop.signal)) dispatch(connectionFound())
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [dispatch, hasNetwork, isLost])
  return hasNetwork && !isLost
}
