import { ChevronRight, Contact } from 'lucide-react'
import { Link } from 'react-router-dom'
import { CARD_FORM } from './addresses.ts'
import './rights.css'

/** @param question at the end of a list of what is kept */
export const CardFormLink = ({ question }: { readonly question?: string }) => (
  <Link to={CARD_FORM} className="card-form-link">
    <Contact aria-hidden="true" size={20} strokeWidth={1.9} />
    <span>
      {question && <b>{question} </b>}
      <span>Dejé mi nombre en una tarjeta, sin correo</span>
    </span>
    <ChevronRight aria-hidden="true" size={18} strokeWidth={1.9} />
  </Link>
)
