// Pages: view/<modifier>. All of them are nonisolated there.
extension View {
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    nonisolated public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View {
        self
    }
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }
    @available(iOS 16.4, macOS 13.3, *)
    nonisolated public func scrollBounceBehavior(
        _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
    ) -> some View { self }

    @_disfavoredOverload nonisolated public func background<Background: View>(
        _ background: Background, alignment: Alignment = .center
    ) -> some View { Hooked(inner: self, hook: .background(background)) }
    nonisolated public func background<S: ShapeStyle, T: InsettableShape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View { self }
    nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
    nonisolated public func opacity(_ opacity: Double) -> some View {
        Hooked(inner: self, hook: .shown(opacity > 0))
    }
    // Pages: view/tint(_:)-93mfq, view/transformenvironment(_:transform:).
    nonisolated public func tint(_ tint: Color?) -> some View { self }
    nonisolated public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View { Hooked(inner: self, hook: .environment { transform(&$0[keyPath: keyPath]) }) }
    nonisolated public func font(_ font: Font?) -> some View { self }
    nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { self }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
    nonisolated public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { self }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
    nonisolated public func navigationTitle(_ title: Text) -> some View { self }
    @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }

    // Page: view/phaseanimator(_:trigger:content:animation:).
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View { self }
    nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View { Hooked(inner: self, hook: .environment { $0[keyPath: keyPath] = value }) }
    // Page: view/task(priority:_:). @Sendable and @_inheritActorContext are the interface's.
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Hooked(inner: self, hook: .task(action)) }
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        Hooked(inner: self, hook: .appear { action?() })
    }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        Hooked(inner: self, hook: .disappear { action?() })
    }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { self }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { self }

    nonisolated public func disabled(_ disabled: Bool) -> some View {
        Hooked(inner: self, hook: .environment { $0.standInIsEnabled = $0.standInIsEnabled && !disabled })
    }
    // Page: view/onopenurl(perform:).
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping (() -> Void)
    ) -> some View { self }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { Hooked(inner: self, hook: .keyPress(action)) }
    @available(iOS 17.0, macOS 12.0, *)
    nonisolated public func focusable(_ isFocusable: Bool = true) -> some View { self }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func focusEffectDisabled(_ disabled: Bool = true) -> some View { self }
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    @available(iOS 17.0, macOS 14.0, visionOS 26.0, *)
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }

    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { Hooked(inner: self, hook: .presented(isPresented) { [content()] }) }
    // Page: view/alert(_:isPresented:actions:message:), the form that takes a Text.
    nonisolated public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        let content = AlertContent(held: [title, message(), actions()])
        return Hooked(inner: self, hook: .presented(isPresented) { [content] })
    }
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }

    // Page: view/accessibilityfocused(_:).
    nonisolated public func accessibilityFocused(
        _ condition: AccessibilityFocusState<Bool>.Binding
    ) -> some View { Hooked(inner: self, hook: .accessibilityFocused(condition)) }
    // Page: view/glasseffect(_:in:).
    @available(iOS 26.0, macOS 26.0, *) @available(visionOS, unavailable)
    nonisolated public func glassEffect(_ glass: Glass = .regular, in shape: some Shape) -> some View { self }

    nonisolated public func accessibilityLabel(
        _ label: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        ModifiedContent(content: self, modifier: AccessibilityAttachmentModifier())
    }
    nonisolated public func accessibilityValue(
        _ valueDescription: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        ModifiedContent(content: self, modifier: AccessibilityAttachmentModifier())
    }
    nonisolated public func accessibilityHidden(
        _ hidden: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        ModifiedContent(content: self, modifier: AccessibilityAttachmentModifier())
    }
    nonisolated public func accessibilityAddTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        ModifiedContent(content: self, modifier: AccessibilityAttachmentModifier())
    }
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View { self }
}
