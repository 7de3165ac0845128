import { useRef, useState, type FormEvent } from 'react'
import type { FailedOutcome } from '#data/outcome.ts'
import type { PaymentMethod } from '#data/pass.ts'
import { useFirstMethod } from './methodField.tsx'

interface Options {
  /** Id of what is paid: a failure is shown for it alone. */
  subject: string
  /** The methods that the gateway offers; none while payment is not possible. */
  methods: readonly PaymentMethod[]
  /** The method that was chosen before. */
  before: string | null | undefined
  /** The price is being requested: nothing is ordered meanwhile. */
  isPricing: boolean
  /** The price of what is paid is known; nothing is ordered without it. */
  isPriced?: boolean
  /** Orders, and leaves for the payment. Resolves to null when the page is being left, else to why it is not. */
  order: (method: PaymentMethod) => Promise<FailedOutcome | null>
  /** Called after a failure, when the form can be used again. */
  onFailure: (failure: FailedOutcome) => void
}

type Missing = 'method' | 'agreement'

export interface Checkout {
  methods: readonly PaymentMethod[]
  method: PaymentMethod | null
  setMethod: (method: PaymentMethod) => void
  isAgreed: boolean
  setAgreed: (isAgreed: boolean) => void
  /** Presses of the payment button. */
  tries: number
  /** What the last press found missing. */
  missing: readonly Missing[]
  isPricing: boolean
  isPriced: boolean
  isPaying: boolean
  /** Why the last order for this subject failed; null when it did not. */
  failure: FailedOutcome | null
  submit: (event: FormEvent) => Promise<void>
}

/** Hook: returns the state of a payment form. Repeated presses make one order. */
export const useCheckout = ({
  subject,
  methods,
  before,
  isPricing,
  isPriced = true,
  order,
  onFailure,
}: Options): Checkout => {
  const [method, setMethod] = useState(useFirstMethod(methods, before))
  const [isAgreed, setAgreed] = useState(false)
  const [tries, setTries] = useState(0)
  const [isPaying, setPaying] = useState(false)
  const [attempt, setAttempt] = useState<{ subject: string; failure: FailedOutcome } | null>(null)
  const isLocked = useRef(false)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (methods.length === 0 || !isPriced) return
    setTries(tries + 1)
    setAttempt(null)
    if (!method || !isAgreed || isLocked.current || isPricing) return
    isLocked.current = true
    setPaying(true)
    const failure = await order(method)
    if (failure === null) return
    isLocked.current = false
    setPaying(false)
    setAttempt({ subject, failure })
    onFailure(failure)
  }
  return {
    methods,
    method,
    setMethod,
    isAgreed,
    setAgreed,
    tries,
    missing: tries === 0 ? [] : [...(method ? [] : ['method' as const]), ...(isAgreed ? [] : ['agreement' as const])],
    isPricing,
    isPriced,
    isPaying,
    failure: attempt?.subject === subject ? attempt.failure : null,
    submit,
  }
}
