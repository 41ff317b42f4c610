import { WifiOff } from 'lucide-react'
import { useIsConnected } from './use-connection.ts'

/** Above what the last answers left on the screen. */
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
