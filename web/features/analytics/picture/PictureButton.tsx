import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Download } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { pictureFileName, type ChartPicture } from './shapes.ts'

interface PictureButtonProps {
  readonly title: string
  /** Whose figures of which days. */
  readonly caption: string
  readonly pictureOf: () => ChartPicture
}

export function PictureButton({ title, caption, pictureOf }: PictureButtonProps) {
  const say = useSay()
  const download = async () => {
    try {
      const { chartPngOf } = await import('./paint.ts')
      const png = await chartPngOf(pictureOf(), { title, caption })
      saveFile(png, pictureFileName(title, dayInSantiago(Date.now())))
      say('Imagen descargada')
    } catch (error) {
      console.error('picture not downloaded', error)
      say('Error al preparar la imagen')
    }
  }
  return (
    <IconButton label={`Descargar PNG: ${title}`} className="text-ink-3" onClick={() => void download()}>
      <Download aria-hidden="true" size={15} strokeWidth={1.9} />
    </IconButton>
  )
}
