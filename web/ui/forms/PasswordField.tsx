import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from '../Button.tsx'
import { TextField } from './TextField.tsx'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          className="mr-1.5"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" size={18} />
        </IconButton>
      }
    />
  )
}
