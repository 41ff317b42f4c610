import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Toast } from '../../../ui/notices/Toast.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { pictureFileName, type Picture } from './shapes.ts'

interface PictureButtonProps {
  readonly title: string
  /** Whose figures of which days. */
  readonly caption: string
  readonly pictureOf: () => Picture
}

export function PictureButton({ title, caption, pictureOf }: PictureButtonProps) {
  const [message, setMessage] = useState<{ readonly text: string } | null>(null)
  const download = async () => {
    try {
      const { pngOf } = await import('./paint.ts')
      const png = await pngOf(pictureOf(), { title, caption })
      saveFile(png, pictureFileName(title, dayInSantiago(Date.now())))
      setMessage({ text: 'Imagen descargada' })
    } catch (error) {
      console.error('picture not downloaded', error)
      setMessage({ text: 'Error al preparar la imagen' })
    }
  }
  return (
    <>
      <IconButton label={`Descargar PNG: ${title}`} className="text-ink-3" onClick={() => void download()}>
        <Download aria-hidden="true" size={15} strokeWidth={1.9} />
      </IconButton>
      {/* In the body, because a container of panels would hold back what is fixed to the window. */}
      {message && createPortal(<Toast message={message} onDone={() => setMessage(null)} />, document.body)}
    </>
  )
}
