import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'

interface Look {
  kind?: 'primary' | 'outline' | 'quiet' | 'danger' | undefined
  size?: 'small' | undefined
  icon?: IconType | undefined
  full?: boolean | undefined
}

const look = ({ kind = 'primary', size, full }: Look, className?: string): string =>
  cx(styles.button, kind !== 'primary' && styles[kind], size && styles[size], full && styles.full, className)

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/** Renders a button. While `busy` it keeps its focus and its size, and ignores clicks. */
export function Button({ kind, size, icon, full, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, size, full }, className)}
      onClick={press}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : null)}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon of={icon} size={20} />}
      {children}
    </button>
  )
}

type AnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** Renders a plain link that looks like a button, for addresses outside the product. */
export function AnchorButton({ kind, size, icon, full, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={look({ kind, size, full }, className)}>
      {icon && <Icon of={icon} size={20} />}
      {children}
    </a>
  )
}

/** A router link that looks like a button. */
export const LinkButton = createLink(AnchorButton)

interface IconLook {
  label: string
  icon: IconType
  /** Draws a white disc behind the icon, for controls over a picture. */
  raised?: boolean | undefined
  /** Fills the icon in camellia red: a favourite. */
  filled?: boolean | undefined
  /** Badge on the corner. Hidden from assistive technology, so the label must contain the number too. */
  count?: number | undefined
}

const iconLook = (props: Pick<IconLook, 'raised' | 'filled'>, className?: string): string =>
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

type IconButtonProps = IconLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { ref?: Ref<HTMLButtonElement> }

/** Renders a button that shows only an icon; `label` is its accessible name and tooltip. */
export function IconButton({ label, icon, raised, filled, count, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={iconLook({ raised, filled }, className)}
    >
      {inner(icon, count)}
    </button>
  )
}

type IconAnchorProps = IconLook &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> & { ref?: Ref<HTMLAnchorElement> }

function IconAnchor({ label, icon, raised, filled, count, className, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} aria-label={label} title={label} className={iconLook({ raised, filled }, className)}>
      {inner(icon, count)}
    </a>
  )
}

/** A router link that looks like an icon button. */
export const IconLink = createLink(IconAnchor)
