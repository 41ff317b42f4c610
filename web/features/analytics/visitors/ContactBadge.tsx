import { UserRoundCheck } from 'lucide-react'

export const ContactBadge = () => (
  <span className="my-0.5 flex h-[1.375rem] w-fit items-center gap-[5px] rounded-full bg-success-soft px-2 text-micro font-semibold whitespace-nowrap text-success">
    <UserRoundCheck aria-hidden="true" size={12} strokeWidth={2.4} />
    Contacto
  </span>
)
