import { Copy } from 'lucide-react'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSay } from '../../../ui/notices/say.ts'

export function CopyCode({ code }: { readonly code: string }) {
  const say = useSay()
  const copy = async () =>
    say((await copyText(document, code)) ? 'Código copiado' : 'Error al copiar el código')
  return (
    <IconButton label={`Copiar código ${code}`} onClick={() => void copy()}>
      <Copy aria-hidden="true" size={15} strokeWidth={1.9} />
    </IconButton>
  )
}
