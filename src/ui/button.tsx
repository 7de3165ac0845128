import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'

interface ButtonStyle {
  kind?: 'primary' | 'outline' | 'quiet' | 'danger' | undefined
  size?: 'small' | undefined
  icon?: IconType | undefined
  full?: boolean | undefined
}

const buttonClass = ({ kind = 'primary', size, full }: ButtonStyle, className?: string): string =>
  cx(styles.button, kind !== 'primary' && styles[kind], size && styles[size], full && styles.full, className)

type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/**
 * Renders a button. While `busy` it keeps its focus and its size, and ignores clicks; so it does with `aria-disabled`, for
 * a button that is disabled by its own press: a disabled one loses the focus.
 */
export function Button({ kind, size, icon, full, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || rest['aria-disabled'] === true) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size, full }, className)}
      onClick={press}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : null)}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon of={icon} size={20} />}
      {children}
    </button>
  )
}

type AnchorProps = ButtonStyle & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** Renders a plain link that looks like a button, for addresses outside the product. */
export function AnchorButton({ kind, size, icon, full, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass({ kind, size, full }, className)}>
      {icon && <Icon of={icon} size={20} />}
      {children}
    </a>
  )
}

/** A router link that looks like a button. */
export const LinkButton = createLink(AnchorButton)

interface IconButtonStyle {
  label: string
  icon: IconType
  /** Draws a white disc behind the icon, for controls over a picture. */
  raised?: boolean | undefined
  /** Fills the icon in camellia red: a favourite. */
  filled?: boolean | undefined
  /** Badge on the corner. Hidden from assistive technology, so the label must contain the number too. */
  count?: number | undefined
}

const iconButtonClass = (props: Pick<IconButtonStyle, 'raised' | 'filled'>, className?: string): string =>
  cx(styles.icon, props.raised && styles.raised, props.filled && styles.pressed, className)

const inner = (icon: IconType, count?: number): ReactNode => (
  <>
    <Icon of={icon} size={24} />
    {count ? (
      <span className={styles.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
    ) : null}
  </>
)

type IconButtonProps = IconButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { ref?: Ref<HTMLButtonElement> }

/** Renders a button that shows only an icon; `label` is its accessible name and tooltip. */
export function IconButton({ label, icon, raised, filled, count, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={iconButtonClass({ raised, filled }, className)}
    >
      {inner(icon, count)}
    </button>
  )
}

type IconAnchorProps = IconButtonStyle &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> & { ref?: Ref<HTMLAnchorElement> }

function IconAnchor({ label, icon, raised, filled, count, className, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} aria-label={label} title={label} className={iconButtonClass({ raised, filled }, className)}>
      {inner(icon, count)}
    </a>
  )
}

/** A router link that looks like an icon button. */
export const IconLink = createLink(IconAnchor)
