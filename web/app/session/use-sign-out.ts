import { useDispatch, useSelector } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { selectSignedIn, sessionEnded } from './session.ts'
import { endSessionOnServer } from './sign-out.ts'

export function useSignOut(): () => void {
  const token = useSelector(selectSignedIn)?.token
  const dispatch = useDispatch()
  const navigate = useNavigate()
  return () => {
    if (token !== undefined) endSessionOnServer(token)
    dispatch(sessionEnded())
    void navigate('/')
  }
}
