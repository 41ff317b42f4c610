import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'

interface OutdatedNoticeProps {
  readonly reload: () => Promise<boolean>
  readonly onReloaded: () => void
}

export function OutdatedNotice({ reload, onReloaded }: OutdatedNoticeProps) {
  const [isReloading, setIsReloading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const press = async () => {
    setIsReloading(true)
    const isReloaded = await reload()
    setIsReloading(false)
    setHasFailed(!isReloaded)
    if (isReloaded) onReloaded()
  }
  return (
    <div className="grid justify-items-start gap-2.5">
      <Notice tone="danger">
        <span>Este perfil cambió en otra sesión.</span>
        <span>{hasFailed && ' No pudimos cargar el perfil.'}</span>
      </Notice>
      <Button
        size="sm"
        busy={isReloading}
        icon={<RotateCw aria-hidden="true" size={15} />}
        onClick={() => void press()}
      >
        Cargar los valores nuevos
      </Button>
    </div>
  )
}
