import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Redirects to the sign-in screen, and back afterwards. For screens that stay open while another tab signs out: their
 * guards run at the next navigation.
 */
export function SignedOut() {
  const router = useRouter()
  // The address of the first render: the redirect changes it before this component unmounts.
  const [returnTo] = useState(() => router.state.location.href)
  return <Navigate to="/login" search={{ returnTo }} replace />
}
