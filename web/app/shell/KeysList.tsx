import * as Popover from 'radix-ui/popover'
import type { SidebarState } from './use-sidebar.ts'

const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['Ctrl K', 'Ir a una pestaña, cambiar de perfil o copiar el enlace (⌘ K en Mac)'],
  ['Q', 'Mostrar el QR de tu tarjeta'],
  ['Ctrl S', 'Guardar los cambios del perfil'],
  ['[', 'Contraer o expandir el menú'],
  ['?', 'Abrir esta lista'],
  ['Flechas', 'Recorrer el gráfico cuando tiene el foco'],
]

export const KeysList = ({ sidebar }: { readonly sidebar: SidebarState }) => (
  <Popover.Portal>
    <Popover.Content
      aria-label="Atajos de teclado"
      align="start"
      sideOffset={6}
      collisionPadding={12}
      className="z-40 grid w-[300px] animate-[rise_var(--dur-3)_var(--ease-out)] gap-3 rounded-md bg-surface p-3.5 text-small shadow-pop ring-1 ring-line"
    >
      <p className="font-semibold">Atajos de teclado</p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-xs bg-surface-3 px-1.5 py-0.5 font-mono text-micro">{key}</kbd>
            </dt>
            <dd className="text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
      <label className="flex items-center gap-2 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={sidebar.keysOn}
          onChange={sidebar.toggleKeys}
          className="size-4 accent-(--accent)"
        />
        Usar las teclas de un solo signo
      </label>
    </Popover.Content>
  </Popover.Portal>
)
