let dirty = false

/** Tracks input in forms, so that an update does not reload the page and lose it. */
export const watchForms = (): void => {
  addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form')) dirty = true
  })
}
/** Forgets the input in forms. Call it when a screen is left, because its forms are gone. */
export const clearDirty = (): void => {
  dirty = false
}
/** Returns whether a form of this screen has input. */
export const isDirty = (): boolean => dirty
