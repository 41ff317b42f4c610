import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { connectionFound, isServerThere, selectIsLost } from './api.ts'

export function OfflineBanner() {
  const isConnected = useIsConnected()
  return (
    <div role="status" className="sticky top-[calc(var(--head,0px)+8px)] z-10">
      {!isConnected && (
        <p
          data-offline
          className={
            'mb-[14px] flex items-center justify-center gap-2 rounded-md bg-warning-soft px-4 py-2.5 ' +
            'text-small font-semibold text-warning shadow-pop'
          }
        >
          <WifiOff aria-hidden="true" size={16} />
          Sin conexión. Lo que ya abriste sigue aquí.
        </p>
      )}
    </div>
  )
}

const LOOK_EVERY_MS = 5_000
const EVENTS = ['online', 'offline'] as const

function onChange(notify: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, notify)
  return () => EVENTS.forEach((event) => window.removeEventListener(event, notify))
}

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
