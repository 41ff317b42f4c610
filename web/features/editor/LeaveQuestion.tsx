import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface LeaveQuestionProps {
  readonly tab: string
  readonly profileId: string
  readonly hasChanges: boolean
  readonly onLeave?: () => void
}

export function LeaveQuestion({ tab, profileId, hasChanges, onLeave }: LeaveQuestionProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const next = new URLSearchParams(nextLocation.search)
    const nextProfile = next.get('profile')?.toLowerCase() ?? profileId
    const isSameScreen = nextLocation.pathname === currentLocation.pathname
    return hasChanges && !(isSameScreen && next.get('tab') === tab && nextProfile === profileId)
  })
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasChanges) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [hasChanges])
  useEffect(() => {
    // Saved meanwhile.
    if (blocker.state === 'blocked' && !hasChanges) blocker.proceed()
  }, [blocker, hasChanges])
  if (blocker.state !== 'blocked') return null
  const leave = () => {
    onLeave?.()
    blocker.proceed()
  }
  return (
    <Modal
      open
      onOpenChange={blocker.reset}
      title="¿Salir sin guardar?"
      description="Perderás los cambios que no publicaste."
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={blocker.reset}>Seguir editando</Button>
        <Button kind="danger" onClick={leave}>
          Salir
        </Button>
      </div>
    </Modal>
  )
}
